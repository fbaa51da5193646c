"""Drop-ins for other libraries: the same names and the same results, computed by Régua."""
