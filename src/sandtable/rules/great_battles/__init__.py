"""Great Battles of World War II. Rules by Bruce McFarlane, charts by Bill Owen; described here in our own words."""
