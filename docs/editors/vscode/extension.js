// The client: it starts `rftg lsp` and hands everything to it.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const INSTALL = "install it with: pip install 'rftg-dsl[lsp]'";

let client;

async function start() {
  const [command, ...args] = vscode.workspace.getConfiguration("rftg").get("command");
  client = new LanguageClient(
    "rftg",
    "rftg",
    { command, args },
    {
      documentSelector: [
        { scheme: "file", language: "rftg" },
        { scheme: "untitled", language: "rftg" },
        { scheme: "file", pattern: "**/set.toml" },
      ],
    },
  );
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const name = [command, ...args].join(" ");
    vscode.window.showErrorMessage(`'${name}' cannot be started: ${INSTALL}, or set 'rftg.command'. (${error.message})`);
  }
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.stop();
}

async function restart() {
  await stop();
  await start();
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("rftg.restart", restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("rftg.command")) {
        restart();
      }
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
