"use strict";
// Handles a log that is dropped on the page: the server reads it, and the replay room replaces the list.

async function take(file) {
  byId("wrong").textContent = "";
  byId("drop").classList.add("busy");
  try {
    const reel = await asked("/replay/dropped", file);
    document.title = file.name;
    byId("choose").replaceWith(byId("room").content);
    document.body.className = "room";
    shown(reel);
  } catch (error) {
    byId("wrong").textContent = error.message;
  } finally {
    if (byId("drop")) byId("drop").classList.remove("busy", "over");
  }
}

addEventListener("dragover", (event) => {
  event.preventDefault();
  if (byId("drop")) byId("drop").classList.add("over");
});
addEventListener("dragleave", () => byId("drop") && byId("drop").classList.remove("over"));
addEventListener("drop", (event) => {
  event.preventDefault();
  if (byId("drop") && event.dataTransfer.files.length) take(event.dataTransfer.files[0]);
});
byId("file").addEventListener("change", (event) => event.target.files.length && take(event.target.files[0]));
document.body.dataset.ready = "yes";
