//! How often one client may ask: a token bucket for each address.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Clients remembered at a time. A bucket that is full again is forgotten.
const CLIENTS: usize = 4096;
/// Seconds' worth of requests that a client may make at once.
const BURST: f64 = 4.0;

/// The buckets.
pub(super) struct Rates {
    /// Requests a second for each client.
    rate: f64,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

struct Bucket {
    tokens: f64,
    seen: Instant,
}

impl Bucket {
    fn fill(&mut self, rate: f64, now: Instant) {
        let elapsed = now.saturating_duration_since(self.seen);
        self.tokens = (self.tokens + rate * elapsed.as_secs_f64()).min(rate * BURST);
        self.seen = now;
    }
}

impl Rates {
    /// So many requests a second for each client.
    pub(super) fn new(rate: u32) -> Self {
        Self {
            rate: rate.into(),
            buckets: Mutex::default(),
        }
    }

    /// Whether this client may ask now; counts it if so.
    pub(super) fn allow(&self, client: IpAddr, now: Instant) -> bool {
        let full = self.rate * BURST;
        // A panic elsewhere leaves the counts as they were: still good.
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let client = household(client);
        if buckets.len() >= CLIENTS && !buckets.contains_key(&client) {
            let refill = Duration::from_secs_f64(BURST);
            buckets.retain(|_, bucket| now.saturating_duration_since(bucket.seen) < refill);
            if buckets.len() >= CLIENTS {
                return false;
            }
        }
        let bucket = buckets.entry(client).or_insert(Bucket {
            tokens: full,
            seen: now,
        });
        bucket.fill(self.rate, now);
        let allowed = bucket.tokens >= 1.0;
        if allowed {
            bucket.tokens -= 1.0;
        }
        allowed
    }
}

/// Whoever has one IPv6 address has the 2^64 beside it.
fn household(client: IpAddr) -> IpAddr {
    match client.to_canonical() {
        IpAddr::V6(address) => {
            let network = u128::from(address) >> 64 << 64;
            Ipv6Addr::from(network).into()
        }
        client => client,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_allowed_and_then_the_rate() {
        let rates = Rates::new(5);
        let client = IpAddr::from([10, 0, 0, 1]);
        let start = Instant::now();
        let allowed = (0..100).filter(|_| rates.allow(client, start)).count();
        assert_eq!(allowed, 20);
        let later = start + Duration::from_secs(2);
        let allowed = (0..100).filter(|_| rates.allow(client, later)).count();
        assert_eq!(allowed, 10);
        assert!(rates.allow(IpAddr::from([10, 0, 0, 2]), start), "another");
    }

    #[test]
    fn addresses_of_one_ipv6_network_are_one_client() {
        let rates = Rates::new(1);
        let now = Instant::now();
        let client = |last: u16| IpAddr::from([0x2001, 0xdb8, 0, 1, 0, 0, 0, last]);
        let allowed = (0..100).filter(|&last| rates.allow(client(last), now));
        assert_eq!(allowed.count(), 4);
    }

    #[test]
    fn the_table_is_bounded_and_forgets_the_idle() {
        let rates = Rates::new(1);
        let now = Instant::now();
        let client = |n: usize| IpAddr::from((n as u32).to_be_bytes());
        assert!((0..CLIENTS).all(|n| rates.allow(client(n), now)));
        assert!(!rates.allow(client(CLIENTS), now), "full");
        assert!(rates.allow(client(0), now), "known");
        let later = now + Duration::from_secs_f64(BURST);
        assert!(rates.allow(client(CLIENTS), later));
        assert_eq!(rates.buckets.lock().unwrap().len(), 1);
    }
}
