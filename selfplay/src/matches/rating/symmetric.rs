//! Inverse of a symmetric positive definite matrix.

/// The inverse, by Gauss–Jordan elimination without exchanges, which positive
/// definite matrices do not need; `None` when the matrix is not one.
pub(super) fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    for pivot in 0..size {
        let here = matrix[pivot][pivot];
        if !(here > 0.0 && here.is_finite()) {
            return None;
        }
        matrix[pivot][pivot] = 1.0;
        for cell in &mut matrix[pivot] {
            *cell /= here;
        }
        let pivot_row = matrix[pivot].clone();
        for (row, cells) in matrix.iter_mut().enumerate() {
            if row == pivot {
                continue;
            }
            let factor = core::mem::take(&mut cells[pivot]);
            for (cell, above) in cells.iter_mut().zip(&pivot_row) {
                *cell -= factor * above;
            }
        }
    }
    Some(matrix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let matrix = vec![
            vec![4.0, -1.0, -2.0],
            vec![-1.0, 3.0, -1.0],
            vec![-2.0, -1.0, 3.5],
        ];
        let inverted = inverse(matrix.clone()).unwrap();
        for (i, row) in matrix.iter().enumerate() {
            // Symmetric: its columns are its rows.
            for (j, column) in inverted.iter().enumerate() {
                let product: f64 = row.iter().zip(column).map(|(a, b)| a * b).sum();
                assert!((product - f64::from(i == j)).abs() < 1e-12);
            }
        }
        assert_eq!(inverse(vec![vec![1.0, 2.0], vec![2.0, 1.0]]), None);
    }
}
