"""Tables in which an opponent is worth what his place is worth: values of places, what rounds give, re-scoring."""
