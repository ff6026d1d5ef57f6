"""The C Ops, the FUP and supply."""
