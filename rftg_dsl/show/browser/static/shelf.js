"use strict";
// The list of sets: begins a set, and shows what somebody has shared before it is kept.

/** Sends what a form has when it is submitted; an error is shown below the form. */
function handle(form, wrong, send) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    button.disabled = true;
    wrong.replaceChildren();
    try {
      await send(Object.fromEntries(new FormData(form)));
    } catch (error) {
      wrong.textContent = error.message;
    }
    button.disabled = false;
  });
}

/** A name of a folder from what somebody has typed: "Deep Space" becomes "deep-space". */
const folderName = (text) => text.trim().toLowerCase().replace(/\s+/g, "-");

function written(file) {
  return make("details", {}, make("summary", {}, file.name), make("pre", {}, file.text));
}

/** Shows a shared set, with a form to keep it. */
function preview(text, set) {
  const name = make("input", { name: "name", required: true, maxlength: 50, value: set.id, autocomplete: "off" });
  const wrong = make("p", { class: "wrong", role: "alert" });
  const keep = make("form", { class: "search" }, make("label", {}, "Name of its folder ", name), make("button", { class: "main" }, "Keep it"));
  handle(keep, wrong, async (data) => (location.href = (await asked("/author/keep", { text, name: folderName(data.name) })).address));
  const about = [set.game, `version ${set.version}`, set.licence && `licence ${set.licence}`].filter(Boolean).join(", ");
  const findings = set.findings.map((line) => make("li", { class: "level warning" }, line));
  byId("shared").replaceChildren(
    make("h3", { tabindex: -1 }, set.title),
    make("p", {}, about),
    ...(findings.length ? [make("ul", { "aria-label": "Findings" }, ...findings)] : []),
    make("ul", { class: "gallery", "aria-label": "Pictures" }, ...set.sides.map((side) => make("li", {}, figureOf(side)))),
    ...(set.more ? [make("p", { class: "said" }, `And ${plural(set.more, "more side")}.`)] : []),
    ...set.files.map(written),
    keep,
    wrong,
  );
  byId("shared").querySelector("h3").focus();
}

handle(byId("begin"), byId("begin-wrong"), async ({ name, game }) => {
  location.href = (await asked("/author/begin", { name: folderName(name), game })).address;
});
handle(byId("open"), byId("open-wrong"), async ({ text }) => {
  byId("shared").replaceChildren();
  preview(text, await asked("/author/open", { text }));
});
document.body.dataset.ready = "yes";
