from hypothesis import settings

# A test never times anything: a slow machine is not a counterexample.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
