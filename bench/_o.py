import sandtable as st
from bench.odds import show_volleys, show_moves
show_volleys(st.rule_sets()["great-battles-d20"])
