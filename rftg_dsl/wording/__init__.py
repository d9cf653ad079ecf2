"""Rule text: what is printed on a component, in English, from the checked model."""
