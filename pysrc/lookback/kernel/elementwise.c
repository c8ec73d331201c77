// exp, tanh and maximum of float32 numbers, as inner loops of NumPy's functions of these names.
// A loop gets pointers to its operands, the count of numbers, and each operand's step in bytes. NumPy may hand it the
// same array twice (exp(x, out=x)), and in accumulate() an operand that the loop itself is writing one step ahead.
#include "simd.h"

// tanh(x) = 1 - 2 / (exp(2x) + 1); near 0, where that subtraction would lose digits, x + x^3 p(x^2).
// Source: tanhf of Moshier's Cephes library (its border and its coefficients).
INLINE f32x4 tanh4(f32x4 x)
{
    f32x4 size = wasm_f32x4_abs(x), one = wasm_f32x4_const_splat(1);
    f32x4 e = exp4(wasm_f32x4_add(size, size));
    f32x4 far = wasm_f32x4_sub(one, wasm_f32x4_div(wasm_f32x4_const_splat(2), wasm_f32x4_add(e, one)));
    f32x4 square = wasm_f32x4_mul(x, x), p = wasm_f32x4_const_splat(-5.70498872745e-3f);
    p = multiply_add(p, square, wasm_f32x4_const_splat(2.06390887954e-2f));
    p = multiply_add(p, square, wasm_f32x4_const_splat(-5.37397155531e-2f));
    p = multiply_add(p, square, wasm_f32x4_const_splat(1.33314422036e-1f));
    p = multiply_add(p, square, wasm_f32x4_const_splat(-3.33332819422e-1f));
    f32x4 near = multiply_add(wasm_f32x4_mul(p, square), size, size);
    f32x4 is_near = wasm_f32x4_lt(size, wasm_f32x4_const_splat(0.625f));
    f32x4 sign = wasm_v128_and(x, wasm_i32x4_const_splat((i32)0x80000000));
    return wasm_v128_or(wasm_v128_bitselect(near, far, is_near), sign);
}

INLINE i32 is_float_array(i32 step) { return step == sizeof(f32); }

INLINE void map(f32x4 function(f32x4), char **args, const i32 *sizes, const i32 *steps)
{
    char *x = args[0], *y = args[1];
    i32 i = 0, count = sizes[0];
    if (is_float_array(steps[0]) && is_float_array(steps[1]))
        for (; i + 4 <= count; i += 4, x += 16, y += 16)
            wasm_v128_store(y, function(wasm_v128_load(x)));
    for (; i < count; i++, x += steps[0], y += steps[1])
        *(f32 *)y = lane0(function(wasm_f32x4_splat(*(f32 *)x)));
}

EXPORT void exp_loop(char **args, const i32 *sizes, const i32 *steps, void *data)
{
    (void)data;
    map(exp4, args, sizes, steps);
}

EXPORT void tanh_loop(char **args, const i32 *sizes, const i32 *steps, void *data)
{
    (void)data;
    map(tanh4, args, sizes, steps);
}

// The larger number, or NaN if either is NaN (C's fmaxf drops the NaN).
INLINE f32 larger(f32 a, f32 b) { return lane0(wasm_f32x4_max(wasm_f32x4_splat(a), wasm_f32x4_splat(b))); }

// The largest of `best` and an array. pmax is one instruction where max, which keeps NaN, is eight: NaN is watched for
// on the side.
static f32 larger_of_array(f32 best, const f32 *x, i32 count)
{
    f32x4 best4 = wasm_f32x4_splat(best), is_nan = wasm_f32x4_ne(best4, best4);
    i32 i = 0;
    for (; i + 4 <= count; i += 4) {
        f32x4 v = wasm_v128_load(x + i);
        best4 = wasm_f32x4_pmax(best4, v);
        is_nan = wasm_v128_or(is_nan, wasm_f32x4_ne(v, v));
    }
    best = wasm_v128_any_true(is_nan) ? __builtin_nanf("") : max_of(best4);
    for (; i < count; i++)
        best = larger(best, x[i]);
    return best;
}

// Four at a time is safe if z starts on x or y or at least four numbers away, or before it.
INLINE i32 four_fit(const char *x, const char *z) { return z <= x || z - x >= 16; }

EXPORT void maximum_loop(char **args, const i32 *sizes, const i32 *steps, void *data)
{
    (void)data;
    char *x = args[0], *y = args[1], *z = args[2];
    i32 i = 0, count = sizes[0];
    if (x == z && steps[0] == 0 && steps[2] == 0 && is_float_array(steps[1])) { // max() along a row
        *(f32 *)z = larger_of_array(*(f32 *)x, (f32 *)y, count);
        return;
    }
    if (is_float_array(steps[0]) && is_float_array(steps[1]) && is_float_array(steps[2]) && four_fit(x, z) &&
        four_fit(y, z))
        for (; i + 4 <= count; i += 4, x += 16, y += 16, z += 16)
            wasm_v128_store(z, wasm_f32x4_max(wasm_v128_load(x), wasm_v128_load(y)));
    for (; i < count; i++, x += steps[0], y += steps[1], z += steps[2])
        *(f32 *)z = larger(*(f32 *)x, *(f32 *)y);
}
