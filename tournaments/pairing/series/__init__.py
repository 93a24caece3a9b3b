"""A series: the final tables of several tournaments make one table (rulebook, series). It pairs nothing."""
