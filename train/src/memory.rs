//! Freed memory kept for the next step.

/// Asks the C library to keep memory that is freed instead of giving it back to
/// the system, for the whole process.
///
/// A training step frees and takes the same few megabytes again; with glibc's
/// defaults each goes through the kernel, which costs a tenth of the time of the
/// default network and a third of a wide one. Call it once, when a program begins
/// to train; it does nothing where there is no glibc.
pub fn keep_freed_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        /// The most that glibc takes for it (half of `HEAP_MAX_SIZE`).
        const MAP_ABOVE: i32 = 32 << 20;
        /// More than a step needs.
        const KEEP: i32 = 512 << 20;
        #[expect(unsafe_code, reason = "a call into the C library")]
        // SAFETY: mallopt takes two numbers and locks the allocator itself.
        unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, MAP_ABOVE);
            libc::mallopt(libc::M_TRIM_THRESHOLD, KEEP);
        }
    }
}
