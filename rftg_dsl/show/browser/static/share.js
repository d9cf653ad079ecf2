"use strict";
// The author's room: a set as text that can be pasted into another author's page, and as a pack to download.

/** Saves the set, because only what is on the disk is shared, and shows it in both forms. */
async function share(author) {
  if (!(await author.save())) return;
  try {
    offer(await asked("/author/share", { set: author.set }));
  } catch (error) {
    author.failed(error);
  }
}

function offer(shared) {
  const bytes = Uint8Array.from(atob(shared.pack), (sign) => sign.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  byId("dialog").addEventListener("close", () => URL.revokeObjectURL(address), { once: true });
  const download = make("a", { class: "chip", href: address, download: shared.name }, "Download pack");
  const left = shared.left_out.length ? make("p", { class: "said" }, `Not part of it: ${shared.left_out.join(", ")}`) : null;
  const pack = make("p", {}, download, ` ${shared.name}, ${bytes.length.toLocaleString("en")} bytes`);
  opened("Share this set", ...(shared.text ? textOf(shared.text) : [make("p", { class: "said" }, shared.wrong)]), pack, ...(left ? [left] : []));
}

/** The text, to be copied by a click or by hand. */
function textOf(text) {
  const field = make("textarea", { id: "shared-text", readonly: true, rows: 6, "aria-label": "The set as text", click: () => field.select() });
  field.value = text;
  const copy = make("button", { type: "button", class: "main" }, "Copy");
  copy.addEventListener("click", async () => {
    field.select();
    // A page that is not served over HTTPS has no clipboard, unless it comes from this machine.
    const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    copy.textContent = copied ? "Copied" : "Press Ctrl C";
  });
  return [make("p", {}, "Send this text to anybody: they paste it into their page Author, and see the set before they keep it."), field, make("p", {}, copy)];
}
