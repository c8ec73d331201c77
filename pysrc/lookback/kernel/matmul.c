// Matrix product of float32 matrices with any strides, as the inner loop of NumPy's matmul.
//
// The product is cut into tiles of MR x NR numbers that stay in registers while the sum over the shared axis
// runs. Blocks of both matrices are first copied ("packed") into the order in which the tiles read them, small
// enough to stay in the processor's caches.
// Source: Goto and van de Geijn 2008, "Anatomy of High-Performance Matrix Multiplication", sections 4 and 5.
#include "simd.h"

#ifdef __wasm_relaxed_simd__
enum { MR = 6 }; // 12 sums + 2 of b + 1 of a: 15 registers, all that V8 has on x64
#else
enum { MR = 4 }; // without a fused multiply-add each product needs a register too; 6 rows would spill
#endif
enum { NR = 8, KC = 256, MC = 96, NC = 512 };  // the packed blocks of a and b: 96 KB and 512 KB
enum { FEW_COLUMNS = 32 };                     // so few that each packed number of a would hardly be read again

typedef struct {
    f32 *at;
    i32 rows, columns;
    i32 row_step, column_step; // in floats
} Matrix;

// Scratch. Not reentrant, which Pyodide's one thread never asks for.
static f32 packed_a[MC * KC] __attribute__((aligned(16)));
static f32 packed_b[KC * NC] __attribute__((aligned(16)));
static f32 edge[MR * NR] __attribute__((aligned(16)));

INLINE i32 smaller(i32 a, i32 b) { return a < b ? a : b; }

INLINE Matrix block(Matrix m, i32 row, i32 column, i32 rows, i32 columns)
{
    f32 *at = m.at + row * m.row_step + column * m.column_step;
    return (Matrix){at, smaller(rows, m.rows - row), smaller(columns, m.columns - column), m.row_step, m.column_step};
}

// b (k, n) -> panels of NR columns, each panel (k, NR) contiguous; missing columns are 0.
static void pack_b(Matrix b)
{
    f32 *to = packed_b;
    for (i32 j = 0; j < b.columns; j += NR) {
        i32 width = smaller(NR, b.columns - j);
        const f32 *from = b.at + j * b.column_step;
        for (i32 k = 0; k < b.rows; k++, from += b.row_step, to += NR) {
            if (width == NR && b.column_step == 1) {
                wasm_v128_store(to, wasm_v128_load(from));
                wasm_v128_store(to + 4, wasm_v128_load(from + 4));
            } else {
                for (i32 q = 0; q < NR; q++)
                    to[q] = q < width ? from[q * b.column_step] : 0;
            }
        }
    }
}

// a (m, k) -> panels of MR rows, each panel (k, MR) contiguous; missing rows are 0.
static void pack_a(Matrix a)
{
    f32 *to = packed_a;
    for (i32 i = 0; i < a.rows; i += MR) {
        i32 height = smaller(MR, a.rows - i);
        const f32 *from = a.at + i * a.row_step;
        for (i32 k = 0; k < a.columns; k++, from += a.column_step, to += MR)
            UNROLL for (i32 q = 0; q < MR; q++)
                to[q] = q < height ? from[q * a.row_step] : 0;
    }
}

INLINE void store_tile(f32 *to, i32 row_step, i32 add, f32x4 sum[MR][2])
{
    UNROLL for (i32 i = 0; i < MR; i++, to += row_step) {
        UNROLL for (i32 h = 0; h < 2; h++) {
            f32x4 v = add ? wasm_f32x4_add(wasm_v128_load(to + 4 * h), sum[i][h]) : sum[i][h];
            wasm_v128_store(to + 4 * h, v);
        }
    }
}

// c (at most MR, NR) = or += a tile: MR rows of a, k columns, times a packed panel of b (k, NR).
INLINE void multiply_tile(i32 depth, const f32 *a, i32 a_row_step, i32 a_column_step, const f32 *b, Matrix c, i32 add)
{
    f32x4 sum[MR][2];
    UNROLL for (i32 i = 0; i < MR; i++)
        sum[i][0] = sum[i][1] = wasm_f32x4_const_splat(0);
    for (i32 k = 0; k < depth; k++, a += a_column_step, b += NR) {
        f32x4 b0 = wasm_v128_load(b), b1 = wasm_v128_load(b + 4);
        UNROLL for (i32 i = 0; i < MR; i++) {
            f32x4 x = wasm_v128_load32_splat(a + i * a_row_step);
            sum[i][0] = multiply_add(x, b0, sum[i][0]);
            sum[i][1] = multiply_add(x, b1, sum[i][1]);
        }
    }
    if (c.rows == MR && c.columns == NR) {
        store_tile(c.at, c.row_step, add, sum);
        return;
    }
    store_tile(edge, NR, 0, sum);
    for (i32 i = 0; i < c.rows; i++) {
        for (i32 j = 0; j < c.columns; j++) {
            f32 *to = c.at + i * c.row_step + j;
            *to = add ? *to + edge[i * NR + j] : edge[i * NR + j];
        }
    }
}

// c = or += a times the packed block of b, reading a where it lies. Whole tiles only; returns the rows done.
static i32 multiply_unpacked(Matrix a, Matrix c, i32 add)
{
    i32 i = 0;
    for (; i + MR <= a.rows; i += MR)
        for (i32 j = 0; j < c.columns; j += NR)
            multiply_tile(a.columns, a.at + i * a.row_step, a.row_step, a.column_step, packed_b + j * a.columns,
                          block(c, i, j, MR, NR), add);
    return i;
}

static void multiply_packed(Matrix a, Matrix c, i32 add)
{
    pack_a(a);
    for (i32 j = 0; j < c.columns; j += NR)
        for (i32 i = 0; i < c.rows; i += MR)
            multiply_tile(a.columns, packed_a + i * a.columns, 1, MR, packed_b + j * a.columns,
                          block(c, i, j, MR, NR), add);
}

static void fill_with_zeros(Matrix c)
{
    for (i32 i = 0; i < c.rows; i++)
        for (i32 j = 0; j < c.columns; j++)
            c.at[i * c.row_step + j] = 0;
}

// c (m, n) = a (m, k) b (k, n). The rows of c are contiguous (column_step 1).
static void multiply(Matrix a, Matrix b, Matrix c)
{
    if (a.columns == 0)
        fill_with_zeros(c);
    for (i32 j = 0; j < c.columns; j += NC) {
        for (i32 k = 0; k < a.columns; k += KC) {
            pack_b(block(b, k, j, KC, NC));
            i32 i = 0;
            if (a.column_step == 1 || c.columns <= FEW_COLUMNS)
                i = multiply_unpacked(block(a, 0, k, a.rows, KC), block(c, 0, j, c.rows, NC), k > 0);
            for (; i < c.rows; i += MC)
                multiply_packed(block(a, i, k, MC, KC), block(c, i, j, MC, NC), k > 0);
        }
    }
}

typedef void (*Loop)(char **, const i32 *, const i32 *, void *);
static Loop old_matmul_loop;

EXPORT void set_old_matmul_loop(Loop loop) { old_matmul_loop = loop; }

// NumPy's inner loop for matmul, signature (m,k),(k,n)->(m,n): sizes are [batch, m, k, n]; steps, in bytes, are the
// three of the batch axis, then two each for a, b and c. Results that are not laid out in rows go to NumPy's own loop.
EXPORT void matmul_loop(char **args, const i32 *sizes, const i32 *steps, void *data)
{
    i32 m = sizes[1], k = sizes[2], n = sizes[3];
    i32 in_rows = (steps[8] == 4 || n == 1) && (steps[7] >= 4 * n || m == 1);
    i32 whole_floats = ((steps[3] | steps[4] | steps[5] | steps[6] | steps[7]) & 3) == 0;
    if (!in_rows || !whole_floats) {
        old_matmul_loop(args, sizes, steps, data);
        return;
    }
    for (i32 i = 0; i < sizes[0]; i++) {
        Matrix a = {(f32 *)(args[0] + i * steps[0]), m, k, steps[3] / 4, steps[4] / 4};
        Matrix b = {(f32 *)(args[1] + i * steps[1]), k, n, steps[5] / 4, steps[6] / 4};
        Matrix c = {(f32 *)(args[2] + i * steps[2]), m, n, steps[7] / 4, 1};
        multiply(a, b, c);
    }
}
