//! Fewer points: a curve of ten thousand steps as a phone can show it.

use super::Point;

/// Stretches of the x axis that get a point each.
const STRETCHES: usize = 150;

/// The mean of the points of each stretch; the points themselves if there are
/// no more than stretches. Points are by ascending x.
pub(super) fn thin(points: &[Point]) -> Vec<Point> {
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return Vec::new();
    };
    if points.len() <= STRETCHES {
        return points.to_vec();
    }
    let width = (last.x - first.x) / STRETCHES as f64;
    let stretch = |point: &Point| (((point.x - first.x) / width) as usize).min(STRETCHES - 1);
    let stretches = points.chunk_by(|a, b| stretch(a) == stretch(b));
    let mean = |points: &[Point], of: fn(&Point) -> f64| {
        points.iter().map(of).sum::<f64>() / points.len() as f64
    };
    stretches
        .map(|points| (mean(points, |p| p.x), mean(points, |p| p.y)).into())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_points_stay_and_many_become_their_means() {
        let line = |count: u32| -> Vec<Point> {
            (0..count)
                .map(|n| (f64::from(n), f64::from(n % 2)).into())
                .collect()
        };
        assert_eq!(thin(&line(7)).len(), 7);
        let thinned = thin(&line(60_000));
        assert_eq!(thinned.len(), STRETCHES);
        assert!(thinned.iter().all(|point| (point.y - 0.5).abs() < 0.01));
        assert!(thinned.is_sorted_by(|a, b| a.x < b.x));
        assert!(thin(&[]).is_empty());
    }
}
