// Three operations of the networks in one pass over each row, where NumPy makes an array for every step.
// They do what the functions of the same names in ops.py do; all arrays are float32 and C-contiguous.
#include "simd.h"

INLINE f32x4 reversed(f32x4 v) { return wasm_i32x4_shuffle(v, v, 3, 2, 1, 0); }
// NaN need not be kept when looking for the largest number: it comes back through exp and the sum.
INLINE f32 larger(f32 a, f32 b) { return a < b ? b : a; }
INLINE f32 exp1(f32 x) { return lane0(exp4(wasm_f32x4_splat(x))); }

// y = exp(x - top); returns their sum.
static f32 exp_and_sum(i32 count, const f32 *x, f32 top, f32 *y)
{
    f32x4 top4 = wasm_f32x4_splat(top), sum4 = wasm_f32x4_const_splat(0);
    i32 i = 0;
    for (; i + 4 <= count; i += 4) {
        f32x4 e = exp4(wasm_f32x4_sub(wasm_v128_load(x + i), top4));
        wasm_v128_store(y + i, e);
        sum4 = wasm_f32x4_add(sum4, e);
    }
    f32 sum = sum_of(sum4);
    for (; i < count; i++)
        sum += y[i] = exp1(x[i] - top);
    return sum;
}

static void scale(i32 count, f32 *y, f32 factor)
{
    f32x4 factor4 = wasm_f32x4_splat(factor);
    i32 i = 0;
    for (; i + 4 <= count; i += 4)
        wasm_v128_store(y + i, wasm_f32x4_mul(wasm_v128_load(y + i), factor4));
    for (; i < count; i++)
        y[i] *= factor;
}

// scores = qk + bias by distance back, over the keys 0 .. query; returns the largest. The bias is read backwards:
// key j lies query - j back.
static f32 add_distance(i32 query, const f32 *qk, const f32 *b_distance, f32 *scores)
{
    f32x4 top4 = wasm_f32x4_const_splat(-__builtin_inff());
    i32 j = 0;
    for (; j + 4 <= query + 1; j += 4) {
        f32x4 bias = reversed(wasm_v128_load(b_distance + query - j - 3));
        f32x4 score = wasm_f32x4_add(wasm_v128_load(qk + j), bias);
        wasm_v128_store(scores + j, score);
        top4 = wasm_f32x4_pmax(top4, score);
    }
    f32 top = max_of(top4);
    for (; j <= query; j++)
        top = larger(top, scores[j] = qk[j] + b_distance[query - j]);
    return top;
}

// qk (batch, head, n, n), b_distance (head, n_ctx) -> weights like qk: softmax over the keys up to the query, then 0.
EXPORT void causal_softmax(i32 batch, i32 head, i32 n, i32 n_ctx, const f32 *qk, const f32 *b_distance, f32 *weights)
{
    for (i32 b = 0; b < batch; b++)
        for (i32 h = 0; h < head; h++)
            for (i32 query = 0; query < n; query++, qk += n, weights += n) {
                i32 count = query + 1;
                f32 top = add_distance(query, qk, b_distance + h * n_ctx, weights);
                scale(count, weights, 1 / exp_and_sum(count, weights, top, weights));
                for (i32 j = count; j < n; j++)
                    weights[j] = 0;
            }
}

static f32 dot(i32 count, const f32 *x, const f32 *y)
{
    f32x4 sum4 = wasm_f32x4_const_splat(0);
    i32 i = 0;
    for (; i + 4 <= count; i += 4)
        sum4 = multiply_add(wasm_v128_load(x + i), wasm_v128_load(y + i), sum4);
    f32 sum = sum_of(sum4);
    for (; i < count; i++)
        sum += x[i] * y[i];
    return sum;
}

// d_scores = weights (d_weights - their mean under weights) over the keys up to the query, also added to d_b by distance.
static void softmax_row_backward(i32 query, const f32 *d_weights, const f32 *weights, f32 *d_scores, f32 *d_b)
{
    f32 mean = dot(query + 1, d_weights, weights);
    f32x4 mean4 = wasm_f32x4_splat(mean);
    i32 j = 0;
    for (; j + 4 <= query + 1; j += 4) {
        f32x4 d = wasm_f32x4_mul(wasm_v128_load(weights + j), wasm_f32x4_sub(wasm_v128_load(d_weights + j), mean4));
        wasm_v128_store(d_scores + j, d);
        f32 *bias = d_b + query - j - 3;
        wasm_v128_store(bias, wasm_f32x4_add(wasm_v128_load(bias), reversed(d)));
    }
    for (; j <= query; j++)
        d_b[query - j] += d_scores[j] = weights[j] * (d_weights[j] - mean);
}

// -> d_scores (batch, head, n, n), and d_b (head, n_ctx), which must hold zeros.
EXPORT void causal_softmax_backward(i32 batch, i32 head, i32 n, i32 n_ctx, const f32 *d_weights, const f32 *weights,
                                    f32 *d_scores, f32 *d_b)
{
    for (i32 b = 0; b < batch; b++)
        for (i32 h = 0; h < head; h++)
            for (i32 query = 0; query < n; query++, d_weights += n, weights += n, d_scores += n) {
                softmax_row_backward(query, d_weights, weights, d_scores, d_b + h * n_ctx);
                for (i32 j = query + 1; j < n; j++)
                    d_scores[j] = 0;
            }
}

static f32 max_of_row(i32 count, const f32 *x)
{
    f32x4 top4 = wasm_f32x4_const_splat(-__builtin_inff());
    i32 i = 0;
    for (; i + 4 <= count; i += 4)
        top4 = wasm_f32x4_pmax(top4, wasm_v128_load(x + i));
    f32 top = max_of(top4);
    for (; i < count; i++)
        top = larger(top, x[i]);
    return top;
}

// logits (m, n), targets (m,) -> d_logits (m, n) = (softmax - one at the target) / m; and of each row the largest
// logit and the sum of exp(logit - largest), from which the caller works out the loss.
EXPORT void cross_entropy(i32 m, i32 n, const f32 *logits, const i32 *targets, f32 *d_logits, f32 *top, f32 *total)
{
    f32 share = 1 / (f32)m;
    for (i32 i = 0; i < m; i++, logits += n, d_logits += n) {
        top[i] = max_of_row(n, logits);
        total[i] = exp_and_sum(n, logits, top[i], d_logits);
        scale(n, d_logits, share / total[i]);
        d_logits[targets[i]] -= share;
    }
}
