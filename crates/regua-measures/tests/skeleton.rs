//! The skeleton that new measures are copied from compiles, passes its own
//! tests and has nothing that the registry complains of.

#[path = "../../../dev/skeleton.rs"]
mod skeleton;

#[test]
fn the_skeleton_is_a_measure_without_complaints() {
    let mut registry = regua_core::Registry::default();
    skeleton::register(&mut registry).unwrap();
    assert_eq!(registry.complaints(), Vec::<String>::new());
}
