// The attention network in JavaScript: typed arrays and loops, nothing else, one story after the other.
//
// A table of weights (n, m) is one Float32Array, row after row: number [i][j] stands at i * m + j. `p` holds the tables
// by name, `sizes` the network's sizes, `ids` the tokens of one story. Comments of the form "// --- The weights" begin
// the parts that the page shows.

// --- The weights

export const SIZES = { nVocab: 2000, dModel: 32, nHead: 8, dHead: 8, dValue: 16, nCtx: 256, dHidden: 128 };

/** Name and shape of every table of weights, in the order in which a forward pass uses them. */
export function shapes({ nVocab, dModel, nHead, dHead, dValue, nCtx, dHidden }) {
  return {
    W_E: [nVocab, dModel],
    W_Q: [nHead, dModel, dHead],
    W_K: [nHead, dModel, dHead],
    W_V: [nHead, dModel, dValue],
    b_distance: [nHead, nCtx],
    W_hidden: [dModel + nHead * dValue, dHidden],
    b_hidden: [dHidden],
    W_out: [dHidden, nVocab],
    b_out: [nVocab],
  };
}

/** First values: biases 0, tables normal, so that sums of products keep their size. `random` gives 0 to 1. */
export function init(sizes, random = Math.random) {
  const p = zeros(sizes);
  for (const [name, shape] of Object.entries(shapes(sizes))) {
    const scale = spread(name, shape);
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
  return Object.fromEntries(Object.entries(shapes(sizes)).map(([name, shape]) => [name, new Float32Array(count(shape))]));
}

/** One head's part of a table whose first axis is the heads. */
function ofHead(table, head, nHead) {
  const size = table.length / nHead;
  return table.subarray(head * size, (head + 1) * size);
}

// --- Attention

/** One head looks back from every position of a story, whose rows are `x` (T, dModel). weights: (T, T), 0 for later keys. */
export function lookBack(p, sizes, x, head) {
  const { dModel, nHead, dHead, dValue } = sizes;
  const n = x.length / dModel;
  const q = times(x, ofHead(p.W_Q, head, nHead), n, dModel, dHead);
  const k = times(x, ofHead(p.W_K, head, nHead), n, dModel, dHead);
  const v = times(x, ofHead(p.W_V, head, nHead), n, dModel, dValue);
  const distance = ofHead(p.b_distance, head, nHead);
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

/** Read a story: after each position, a logit for every token of the vocabulary as the next one (T, nVocab). */
export function forward(p, sizes, ids) {
  const { dModel, nHead, dValue } = sizes;
  const n = ids.length;
  const x = new Float32Array(n * dModel);
  for (let i = 0; i < n; i++) x.set(p.W_E.subarray(ids[i] * dModel, (ids[i] + 1) * dModel), i * dModel);
  const heads = Array.from({ length: nHead }, (_, head) => lookBack(p, sizes, x, head));
  const nInput = dModel + nHead * dValue;
  const inputs = new Float32Array(n * nInput); // the row and the heads' results, side by side
  for (let i = 0; i < n; i++) {
    inputs.set(x.subarray(i * dModel, (i + 1) * dModel), i * nInput);
    for (let head = 0; head < nHead; head++) {
      const z = heads[head].z.subarray(i * dValue, (i + 1) * dValue);
      inputs.set(z, i * nInput + dModel + head * dValue);
    }
  }
  const hidden = linear(inputs, p.W_hidden, p.b_hidden, n).map(Math.tanh);
  const logits = linear(hidden, p.W_out, p.b_out, n);
  return { ids, x, heads, inputs, hidden, logits };
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
  const { dModel, nHead, dValue } = sizes;
  const { ids, x, heads, inputs, hidden } = trace;
  const n = ids.length;
  const dHidden = linearBackward(dLogits, hidden, p.W_out, g.W_out, g.b_out, n);
  for (let i = 0; i < hidden.length; i++) dHidden[i] *= 1 - hidden[i] * hidden[i];
  const dInputs = linearBackward(dHidden, inputs, p.W_hidden, g.W_hidden, g.b_hidden, n);
  const nInput = dModel + nHead * dValue;
  const dX = new Float32Array(n * dModel);
  for (let i = 0; i < n; i++) dX.set(dInputs.subarray(i * nInput, i * nInput + dModel), i * dModel);
  for (let head = 0; head < nHead; head++) {
    const dZ = new Float32Array(n * dValue);
    for (let i = 0; i < n; i++) {
      const start = i * nInput + dModel + head * dValue;
      dZ.set(dInputs.subarray(start, start + dValue), i * dValue);
    }
    lookBackBackward(p, sizes, x, heads[head], head, dZ, dX, g);
  }
  for (let i = 0; i < n; i++) {
    for (let c = 0; c < dModel; c++) g.W_E[ids[i] * dModel + c] += dX[i * dModel + c];
  }
}

/** Add one head's part to the gradients `g` and to those of the rows, `dX`. */
function lookBackBackward(p, sizes, x, { q, k, v, weights }, head, dZ, dX, g) {
  const { dModel, nHead, dHead, dValue } = sizes;
  const n = x.length / dModel;
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
    timesBackward(d, x, ofHead(p[name], head, nHead), ofHead(g[name], head, nHead), n, dModel, size, dX);
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
