"""Pictures of sides and dice, drawn from the checked model: nothing is drawn by hand for one component."""
