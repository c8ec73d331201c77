// The attention network in JavaScript: typed arrays and loops, nothing else, one story after the other.
//
// A table of weights (n, m) is one Float32Array, row after row: number [i][j] stands at i * m + j. `p` holds the tables
// by name, `sizes` the network's sizes, `ids` the tokens of one story. Comments of the form "// --- The weights" begin
// the parts that the page shows.

// --- The weights

export const SIZES = { nVocab: 2000, dModel: 32, nHead: 8, dHead: 8, dValue: 16, nCtx: 256, dHidden: 128, nLayer: 1 };

/** Name and shape of every table of weights, in the order in which a forward pass uses them. */
export function shapes({ nVocab, dModel, nHead, dHead, dValue, nCtx, dHidden, nLayer }) {
  const tables = {};
  let nInputs = dModel;
  for (let layer = 0; layer < nLayer; layer++) {
    const ofLayer = layerPrefix(layer, nLayer);
    tables[ofLayer + "W_Q"] = [nHead, nInputs, dHead];
    tables[ofLayer + "W_K"] = [nHead, nInputs, dHead];
    tables[ofLayer + "W_V"] = [nHead, nInputs, dValue];
    tables[ofLayer + "b_distance"] = [nHead, nCtx];
    nInputs += nHead * dValue; // a layer reads what those before it brought back, too
  }
  return {
    W_E: [nVocab, dModel],
    ...tables,
    W_hidden: [nInputs, dHidden],
    b_hidden: [dHidden],
    W_out: [dHidden, nVocab],
    b_out: [nVocab],
  };
}

/** What stands in front of the names of a layer's tables, where there are several. */
function layerPrefix(layer, nLayer) {
  return nLayer === 1 ? "" : `layers.${layer}.`;
}

/** The tables of each layer, by their names without the prefix. */
function layers(p, { nLayer }) {
  const names = ["W_Q", "W_K", "W_V", "b_distance"];
  const ofLayer = (layer) => Object.fromEntries(names.map((name) => [name, p[layerPrefix(layer, nLayer) + name]]));
  return Array.from({ length: nLayer }, (_, layer) => ofLayer(layer));
}

/** First values: biases 0, tables normal, so that sums of products keep their size. `random` gives 0 to 1. */
export function init(sizes, random = Math.random) {
  const p = zeros(sizes);
  for (const [name, shape] of Object.entries(shapes(sizes))) {
    const scale = spread(name.split(".").at(-1), shape);
    for (let i = 0; i < p[name].length; i++) p[name][i] = scale * normal(random);
  }
  return p;
}

/** Standard deviation of a table's first values. */
function spread(name, shape) {
  if (name.startsWith("b_")) return 0;
  const factor = name === "W_Q" || name === "W_K" ? 2 : 1;
  return name === "W_E" ? 0.1 : factor / Math.sqrt(shape.at(-2));
}

/** One number of the normal distribution, from two of the even one (Box and Muller 1958). */
function normal(random) {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** A table of zeros for every table of weights. */
export function zeros(sizes) {
  const count = (shape) => shape.reduce((product, n) => product * n, 1);
  const tables = Object.entries(shapes(sizes)).map(([name, shape]) => [name, new Float32Array(count(shape))]);
  return Object.fromEntries(tables);
}

/** One head's part of a table whose first axis is the heads. */
function ofHead(table, head, nHead) {
  const size = table.length / nHead;
  return table.subarray(head * size, (head + 1) * size);
}

// --- Attention

/** One head of a layer looks back from each of a story's n rows `x`. weights: (n, n), 0 for later keys. */
export function lookBack(tables, { nHead, dHead, dValue }, x, n, head) {
  const nIn = x.length / n;
  const q = times(x, ofHead(tables.W_Q, head, nHead), n, nIn, dHead);
  const k = times(x, ofHead(tables.W_K, head, nHead), n, nIn, dHead);
  const v = times(x, ofHead(tables.W_V, head, nHead), n, nIn, dValue);
  const distance = ofHead(tables.b_distance, head, nHead);
  const weights = new Float32Array(n * n);
  const z = new Float32Array(n * dValue);
  for (let i = 0; i < n; i++) {
    const scores = weights.subarray(i * n, i * n + i + 1); // a token reads itself and what stands before it
    for (let j = 0; j <= i; j++) {
      let dot = 0;
      for (let c = 0; c < dHead; c++) dot += q[i * dHead + c] * k[j * dHead + c];
      scores[j] = dot / Math.sqrt(dHead) + distance[i - j];
    }
    softmax(scores);
    for (let j = 0; j <= i; j++) {
      for (let c = 0; c < dValue; c++) z[i * dValue + c] += scores[j] * v[j * dValue + c];
    }
  }
  return { q, k, v, weights, z };
}

/** Scores become shares that sum to 1, in place; returns the log of the sum that they were divided by. */
function softmax(scores) {
  let largest = -Infinity;
  for (let j = 0; j < scores.length; j++) largest = Math.max(largest, scores[j]);
  let total = 0;
  for (let j = 0; j < scores.length; j++) {
    scores[j] = Math.exp(scores[j] - largest);
    total += scores[j];
  }
  for (let j = 0; j < scores.length; j++) scores[j] /= total;
  return largest + Math.log(total);
}

/** The rows x (n, nIn) times the table W (nIn, nOut), added to `out` (n, nOut). */
function times(x, W, n, nIn, nOut, out = new Float32Array(n * nOut)) {
  for (let i = 0; i < n; i++) {
    for (let a = 0; a < nIn; a++) {
      const number = x[i * nIn + a];
      const [to, from] = [i * nOut, a * nOut];
      for (let b = 0; b < nOut; b++) out[to + b] += number * W[from + b];
    }
  }
  return out;
}

// --- The whole forward pass

/** Read a story: after each position, a logit for every token of the vocabulary as the next one (n, nVocab). */
export function forward(p, sizes, ids) {
  const { dModel, nHead } = sizes;
  const n = ids.length;
  const made = [];
  let x = new Float32Array(n * dModel);
  for (let i = 0; i < n; i++) x.set(p.W_E.subarray(ids[i] * dModel, (ids[i] + 1) * dModel), i * dModel);
  for (const tables of layers(p, sizes)) {
    const heads = Array.from({ length: nHead }, (_, head) => lookBack(tables, sizes, x, n, head));
    made.push({ x, heads });
    x = sideBySide([x, ...heads.map(({ z }) => z)], n);
  }
  const hidden = linear(x, p.W_hidden, p.b_hidden, n).map(Math.tanh);
  const logits = linear(hidden, p.W_out, p.b_out, n);
  return { ids, layers: made, inputs: x, hidden, logits };
}

/** The n rows of each table, one table's behind the other's. */
function sideBySide(tables, n) {
  const nOut = tables.reduce((total, table) => total + table.length / n, 0);
  const out = new Float32Array(n * nOut);
  let start = 0;
  for (const table of tables) {
    const size = table.length / n;
    for (let i = 0; i < n; i++) out.set(table.subarray(i * size, (i + 1) * size), i * nOut + start);
    start += size;
  }
  return out;
}

/** The rows x (n, nIn) times the table W (nIn, nOut), plus b (nOut). */
function linear(x, W, b, n) {
  const nOut = b.length;
  const out = new Float32Array(n * nOut);
  for (let i = 0; i < n; i++) out.set(b, i * nOut);
  return times(x, W, n, x.length / n, nOut, out);
}

// --- The loss and its gradients

/** Mean loss in nats over the positions that have a target (-1: none), and the gradient of every table of weights. */
export function lossAndGrads(p, sizes, stories, targets) {
  let count = 0;
  for (const wanted of targets) for (const target of wanted) if (target >= 0) count++;
  let loss = 0;
  const g = zeros(sizes);
  for (let s = 0; s < stories.length; s++) {
    const trace = forward(p, sizes, stories[s]);
    loss += crossEntropy(trace.logits, sizes.nVocab, targets[s], count);
    backward(p, sizes, trace, trace.logits, g);
  }
  return { loss, g };
}

/** One story's part of the mean loss; the logits become the gradient of the logits, in place. */
function crossEntropy(logits, nVocab, targets, count) {
  let loss = 0;
  for (let i = 0; i < targets.length; i++) {
    const row = logits.subarray(i * nVocab, (i + 1) * nVocab);
    if (targets[i] < 0) {
      row.fill(0);
      continue;
    }
    const wanted = row[targets[i]];
    loss += (softmax(row) - wanted) / count;
    row[targets[i]] -= 1;
    for (let j = 0; j < nVocab; j++) row[j] /= count;
  }
  return loss;
}

/** Add what one story contributes to the gradients `g`: the steps of `forward`, the last one first. */
function backward(p, sizes, trace, dLogits, g) {
  const { dModel, nLayer } = sizes;
  const { ids, inputs, hidden } = trace;
  const n = ids.length;
  const dHidden = linearBackward(dLogits, hidden, p.W_out, g.W_out, g.b_out, n);
  for (let i = 0; i < hidden.length; i++) dHidden[i] *= 1 - hidden[i] * hidden[i];
  let dX = linearBackward(dHidden, inputs, p.W_hidden, g.W_hidden, g.b_hidden, n);
  for (let layer = nLayer - 1; layer >= 0; layer--) {
    dX = layerBackward(layers(p, sizes)[layer], sizes, trace.layers[layer], dX, n, layers(g, sizes)[layer]);
  }
  for (let i = 0; i < n; i++) {
    for (let c = 0; c < dModel; c++) g.W_E[ids[i] * dModel + c] += dX[i * dModel + c];
  }
}

/** Add a layer's part to the gradients `g` of its tables; return that of the rows that it read. */
function layerBackward(tables, sizes, { x, heads }, dOut, n, g) {
  const nIn = x.length / n;
  const dX = columns(dOut, n, 0, nIn);
  for (let head = 0; head < heads.length; head++) {
    const dZ = columns(dOut, n, nIn + head * sizes.dValue, sizes.dValue);
    lookBackBackward(tables, sizes, x, n, heads[head], head, dZ, dX, g);
  }
  return dX;
}

/** Part of each of a table's n rows: `size` numbers from `start` on. */
function columns(table, n, start, size) {
  const nIn = table.length / n;
  const out = new Float32Array(n * size);
  for (let i = 0; i < n; i++) out.set(table.subarray(i * nIn + start, i * nIn + start + size), i * size);
  return out;
}

/** Add one head's part to the gradients `g` and to those of the rows, `dX`. */
function lookBackBackward(tables, { nHead, dHead, dValue }, x, n, { q, k, v, weights }, head, dZ, dX, g) {
  const [dQ, dK, dV] = [q, k, v].map((table) => new Float32Array(table.length));
  const dDistance = ofHead(g.b_distance, head, nHead);
  const dWeights = new Float32Array(n);
  for (let i = 0; i < n; i++) {
    let mean = 0;
    for (let j = 0; j <= i; j++) {
      let dot = 0;
      for (let c = 0; c < dValue; c++) {
        dot += dZ[i * dValue + c] * v[j * dValue + c];
        dV[j * dValue + c] += weights[i * n + j] * dZ[i * dValue + c];
      }
      dWeights[j] = dot;
      mean += weights[i * n + j] * dot;
    }
    for (let j = 0; j <= i; j++) {
      const dScore = weights[i * n + j] * (dWeights[j] - mean);
      dDistance[i - j] += dScore;
      const dProduct = dScore / Math.sqrt(dHead);
      for (let c = 0; c < dHead; c++) {
        dQ[i * dHead + c] += dProduct * k[j * dHead + c];
        dK[j * dHead + c] += dProduct * q[i * dHead + c];
      }
    }
  }
  for (const [name, d, size] of [["W_Q", dQ, dHead], ["W_K", dK, dHead], ["W_V", dV, dValue]]) {
    timesBackward(d, x, ofHead(tables[name], head, nHead), ofHead(g[name], head, nHead), n, x.length / n, size, dX);
  }
}

/** Add to the gradients of W and b; return that of x. */
function linearBackward(dOut, x, W, dW, dB, n) {
  const nOut = dB.length;
  for (let i = 0; i < n; i++) for (let b = 0; b < nOut; b++) dB[b] += dOut[i * nOut + b];
  return timesBackward(dOut, x, W, dW, n, x.length / n, nOut);
}

/** Add to the gradient of W (nIn, nOut), and to `dX` (n, nIn) that of x, which is returned. */
function timesBackward(dOut, x, W, dW, n, nIn, nOut, dX = new Float32Array(n * nIn)) {
  for (let i = 0; i < n; i++) {
    for (let a = 0; a < nIn; a++) {
      const number = x[i * nIn + a];
      const [from, to] = [i * nOut, a * nOut];
      let dot = 0;
      for (let b = 0; b < nOut; b++) {
        dW[to + b] += number * dOut[from + b];
        dot += W[to + b] * dOut[from + b];
      }
      dX[i * nIn + a] += dot;
    }
  }
  return dX;
}

// --- A training step

/** The state before the first step: steps made, and the running means of each gradient and of its square. */
export function adamInit(sizes) {
  return { step: 0, m: zeros(sizes), v: zeros(sizes) };
}

/** Move every weight a little so that the loss falls, in place, `state` too; returns the loss before. */
export function trainingStep(p, sizes, state, stories, targets, learningRate) {
  const { loss, g } = lossAndGrads(p, sizes, stories, targets);
  adamStep(p, g, state, learningRate);
  return loss;
}

/** Move `p` and `state` in place (Kingma and Ba 2015, algorithm 1). */
export function adamStep(p, g, state, learningRate, beta1 = 0.9, beta2 = 0.99, eps = 1e-8) {
  state.step += 1;
  const size = learningRate / (1 - beta1 ** state.step);
  const root = 1 / Math.sqrt(1 - beta2 ** state.step);
  for (const name of Object.keys(p)) {
    const [weights, grads, m, v] = [p[name], g[name], state.m[name], state.v[name]];
    for (let i = 0; i < weights.length; i++) {
      m[i] += (1 - beta1) * (grads[i] - m[i]);
      v[i] += (1 - beta2) * (grads[i] * grads[i] - v[i]);
      weights[i] -= (size * m[i]) / (Math.sqrt(v[i]) * root + eps);
    }
  }
}
