"use strict";
// The library: every component of a game, searchable by what is printed on it. The search terms come with the data.

const ANY = "";

class Library {
  constructor() {
    this.form = byId("search");
    byId("more").open = innerWidth > 640;
    byId("of").addEventListener("change", () => this.load());
    this.form.addEventListener("input", (event) => event.target.id === "of" || this.find());
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.addEventListener("reset", () => setTimeout(() => this.cleared()));
    addEventListener("hashchange", () => this.follow());
  }

  /** The game or set being viewed. */
  get of() {
    return byId("of").value;
  }

  async load() {
    byId("found").textContent = "…";
    byId("components").replaceChildren();
    try {
      this.data = await asked(`/library/data?of=${encodeURIComponent(this.of)}`);
    } catch (error) {
      byId("found").textContent = error.message;
      document.body.dataset.ready = "wrong";
      return;
    }
    this.filters();
    byId("components").replaceChildren(...this.data.components.map((one) => this.entry(one)));
    this.find();
    document.body.dataset.ready = "yes";
  }

  /** Creates the filters that apply to this game. */
  filters() {
    const { kinds, properties, phases, verbs, sets } = this.data;
    const worded = Object.entries(phases).filter(([name]) => this.data.components.some((one) => one.phases.includes(name)));
    const made = [
      this.choice("kind", "Kind", kinds.map((one) => [one, one])),
      ...properties.map((one) => this.choice(`property ${one.name}`, one.name, one.number ? one.values.map((n) => [n, n]) : one.values)),
      this.choice("phase", "Phase", worded),
      this.choice("verb", "Verb", verbs.map((one) => [one, one])),
      this.choice("set", "Set", sets.map((one) => [one, one])),
    ];
    byId("filters").replaceChildren(...made.filter(Boolean));
  }

  choice(name, label, values) {
    if (values.length < 2) return null;
    const options = values.map(([value, title]) => make("option", { value }, String(title)));
    return make("label", {}, label, make("select", { name }, make("option", { value: ANY }, "any"), ...options));
  }

  cleared() {
    byId("text").value = "";
    for (const one of byId("filters").querySelectorAll("select")) one.value = ANY;
    this.find();
  }

  /** Whether a component matches the form. */
  fits(one, wanted) {
    for (const [name, value] of wanted) {
      if (value === ANY || name === "of") continue;
      const [sort, property] = [name.split(" ")[0], name.slice(name.indexOf(" ") + 1)];
      if (sort === "text") {
        const text = [one.name, one.id, one.kind, ...one.powers.map((power) => power[1]), one.source].join(" ");
        if (!says(text, value)) return false;
      } else if (sort === "property") {
        if (!(one.properties[property] || []).map(String).includes(value)) return false;
      } else if (sort === "phase" || sort === "verb") {
        if (!one[`${sort}s`].includes(value)) return false;
      } else if (one[sort] !== value) return false;
    }
    return true;
  }

  find() {
    const wanted = [...new FormData(this.form)];
    let found = 0;
    this.data.components.forEach((one, nth) => {
      const fits = this.fits(one, wanted);
      found += fits;
      byId("components").children[nth].hidden = !fits;
    });
    byId("found").textContent = found ? plural(found, "component") : "Nothing fits: choose less.";
  }

  address(id) {
    return `/picture?of=${encodeURIComponent(this.of)}&id=${encodeURIComponent(id)}`;
  }

  pictures(one, loading = "lazy") {
    if (!one.faces) {
      const [width, height] = one.size;
      return [make("img", { class: "picture", src: this.address(one.id), alt: one.name, width, height, loading })];
    }
    const faces = [...new Set(one.faces)];
    return faces.map((face) => make("img", { class: "face", src: this.address(`${one.id}:${face}`), alt: face, title: face, loading }));
  }

  entry(one) {
    const said = make("span", { class: one.faces ? "name" : "unseen" }, one.faces ? one.name : "");
    const button = make("button", { type: "button", class: one.faces ? "component dice" : "component", "data-id": one.id, click: () => this.show(one) }, ...this.pictures(one), said);
    return make("li", {}, button);
  }

  /** Shows everything about a component. */
  show(one) {
    const content = [make("p", { class: "kind" }, [one.kind, one.id, `set ${one.set}`].join(" · "))];
    const large = this.pictures(one, "eager");
    if (!one.faces) large[0].classList.add("large");
    content.push(make("div", { class: one.faces ? "dice" : "" }, ...large));
    content.push(make("dl", {}, ...one.has.flatMap(([word, value]) => [make("dt", {}, word), make("dd", {}, value)])));
    content.push(...one.powers.map(([id, text]) => make("p", { class: "rule" }, text, make("small", {}, ` ${id}`))));
    if (one.source) content.push(make("h3", {}, "As it is written"), make("pre", { tabindex: 0 }, one.source));
    content.push(make("p", {}, make("small", {}, one.place)));
    opened(one.name, ...content);
    history.replaceState(null, "", `#${encodeURIComponent(this.of)}/${encodeURIComponent(one.id)}`);
  }

  /** Shows the component that a link names, such as `#race/C01`. */
  async follow() {
    const [of, id] = location.hash.slice(1).split("/").map(decodeURIComponent);
    if (of && [...byId("of").options].some((one) => one.value === of) && (of !== this.of || !this.data)) {
      byId("of").value = of;
      await this.load();
    } else if (!this.data) await this.load();
    const one = id && this.data && this.data.components.find((other) => other.id === id);
    if (one) this.show(one);
  }
}

globalThis.library = new Library();
globalThis.library.follow();
