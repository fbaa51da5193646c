//! How much memory a check takes: a damaged file must not ask for gigabytes.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// A page of Parquet may claim to be 2 GiB long, and its reader reserves as much
/// before it looks. No check of a small file has a reason to take more.
const LIMIT: usize = (2 << 30) + (256 << 20);

static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);
static MEASURING: Mutex<()> = Mutex::new(());

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The allocator of the system, with what is held counted.
struct Counting;

#[expect(
    unsafe_code,
    reason = "there is no other way to see what a library allocates; all work is the system's"
)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        // SAFETY: the caller keeps the contract, and it is the same one.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        grow(size);
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

fn grow(size: usize) {
    let held = HELD.fetch_add(size, Ordering::Relaxed) + size;
    MOST.fetch_max(held, Ordering::Relaxed);
}

/// Does something, and fails if it took an enormous amount of memory for a while.
pub(crate) fn bounded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    let _alone = MEASURING.lock().unwrap_or_else(PoisonError::into_inner);
    let before = HELD.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    let done = work();
    let taken = MOST.load(Ordering::Relaxed).saturating_sub(before);
    if taken > LIMIT {
        return Err(format!("{} MiB of memory were asked for", taken >> 20));
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;

    use super::*;

    #[test]
    fn a_large_allocation_is_noticed() {
        let take = |bytes: usize| bounded(|| black_box(vec![0_u8; bytes]).len());
        assert_eq!(take(1 << 20), Ok(1 << 20));
        assert!(take(LIMIT + 1).is_err());
    }
}
