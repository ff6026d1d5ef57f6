"""Two tables set by hand: a shot by either book, its odds, and what came of given dice."""

import sandtable as st
from sandtable.rules import great_battles, portable_wargame

table = st.table("great-battles-d20", "Red A1 at 20,10: 2 Infantry", "Blue B1 at 20,14 facing S: Infantry; defensive")
shot = great_battles.Fire("A1/1 infantry", "B1/1 infantry")
print(table.odds(shot), "|", table.odds(shot).throws[0].wanted)
print(table.give(shot, dice=[20, 7]))

table = st.table("portable-wargame", "Red Machine Guns at d4", "Blue Infantry at d6 facing S; Elite, 2 SP")
shot = portable_wargame.Fire("Red Machine Guns", st.Place(3, 5))
print(table.odds(shot), "|", table.odds(shot).throws[0].wanted)
print(table.give(shot, dice=[5, 1, 2, 6]), table, sep="\n")
