"""The language's Lark grammar."""
