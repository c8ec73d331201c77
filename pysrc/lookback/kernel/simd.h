// What the kernel's files share: short names, one multiply-add, and exp of four numbers at once.
#pragma once
#include <stdint.h>
#include <wasm_simd128.h>

typedef float f32;
typedef int32_t i32; // also NumPy's npy_intp: 32 bits wide in wasm32
typedef v128_t f32x4;

#define EXPORT __attribute__((visibility("default")))
#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("clang loop unroll(full)")

// a * b + c. Relaxed SIMD lets the processor use its fused multiply-add; plain SIMD has none.
INLINE f32x4 multiply_add(f32x4 a, f32x4 b, f32x4 c)
{
#ifdef __wasm_relaxed_simd__
    return wasm_f32x4_relaxed_madd(a, b, c);
#else
    return wasm_f32x4_add(wasm_f32x4_mul(a, b), c);
#endif
}

INLINE f32 lane0(f32x4 v) { return wasm_f32x4_extract_lane(v, 0); }

INLINE f32 sum_of(f32x4 v)
{
    v = wasm_f32x4_add(v, wasm_i32x4_shuffle(v, v, 2, 3, 0, 1));
    return lane0(wasm_f32x4_add(v, wasm_i32x4_shuffle(v, v, 1, 0, 3, 2)));
}

INLINE f32 max_of(f32x4 v)
{
    v = wasm_f32x4_pmax(v, wasm_i32x4_shuffle(v, v, 2, 3, 0, 1));
    return lane0(wasm_f32x4_pmax(v, wasm_i32x4_shuffle(v, v, 1, 0, 3, 2)));
}

INLINE f32x4 power_of_two(v128_t n) // 2^n for whole n from -126 to 127: n goes straight into the exponent's bits
{
    return wasm_i32x4_shl(wasm_i32x4_add(n, wasm_i32x4_const_splat(127)), 23);
}

// exp(x) = 2^n exp(r) with n = round(x / ln 2) and |r| <= ln(2) / 2; exp(r) by a polynomial.
// Source: expf of Moshier's Cephes library (its split of ln 2 and its coefficients).
INLINE f32x4 exp4(f32x4 x)
{
    // Beyond these the answer is 0 or infinity anyway. In this order of operands NaN stays NaN.
    x = wasm_f32x4_pmin(wasm_f32x4_pmax(x, wasm_f32x4_const_splat(-106)), wasm_f32x4_const_splat(89.5f));
    // So large a number leaves no room for fractions: adding it rounds, and the low bits are the whole number.
    f32x4 large = wasm_f32x4_const_splat(0x1.8p23f);
    f32x4 rounded = multiply_add(x, wasm_f32x4_const_splat(1.44269504f), large);
    v128_t whole = wasm_i32x4_sub(rounded, large);
    f32x4 n = wasm_f32x4_sub(rounded, large);
    // ln 2 in two parts: n times the first, which has few bits, is exact.
    f32x4 r = multiply_add(n, wasm_f32x4_const_splat(-0.693359375f), x);
    r = multiply_add(n, wasm_f32x4_const_splat(2.12194440e-4f), r);
    f32x4 p = wasm_f32x4_const_splat(1.9875691500e-4f);
    p = multiply_add(p, r, wasm_f32x4_const_splat(1.3981999507e-3f));
    p = multiply_add(p, r, wasm_f32x4_const_splat(8.3334519073e-3f));
    p = multiply_add(p, r, wasm_f32x4_const_splat(4.1665795894e-2f));
    p = multiply_add(p, r, wasm_f32x4_const_splat(1.6666665459e-1f));
    p = multiply_add(p, r, wasm_f32x4_const_splat(5.0000001201e-1f));
    p = multiply_add(wasm_f32x4_mul(r, r), p, wasm_f32x4_add(r, wasm_f32x4_const_splat(1)));
    // 2^n in two steps, since n may lie outside of what one float's exponent can hold.
    v128_t half = wasm_i32x4_shr(whole, 1);
    p = wasm_f32x4_mul(p, power_of_two(half));
    return wasm_f32x4_mul(p, power_of_two(wasm_i32x4_sub(whole, half)));
}
