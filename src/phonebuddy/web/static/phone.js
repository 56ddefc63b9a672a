// The live phone's page: shows the screen, turns mouse and keys into actions, fills the panels.
// The server holds all state; what is here can be thrown away and fetched again.
// Text from the phone only ever becomes text nodes, never markup.

const AXIS = 1000;
const MOVE = 8;          // CSS pixels a finger may move and still be tapping
const HOLD_MS = 500;     // pressed longer than this is a long press
const DOUBLE_MS = 300;
const SLOW_MS = 30000;   // a wheel scrolls like a slow finger: nothing runs on afterwards
const MAX_QUEUE = 60;

const by = (id) => document.getElementById(id);
const canvas = by("screen");
const glass = canvas.getContext("2d", { alpha: false });
const frame = new OffscreenCanvas(1080, 2400);   // the screen in full; the canvas shows it at the page's size
const paper = frame.getContext("2d", { alpha: false });

function make(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

// -- the socket ---------------------------------------------------------------------------------------

const socket = new WebSocket(`ws://${location.host}/live`);
socket.binaryType = "arraybuffer";
let lastId = 0;
let status = null;
let painting = Promise.resolve();

function send(kind, fields = {}) {
  if (socket.readyState !== WebSocket.OPEN) return 0;
  lastId += 1;
  socket.send(JSON.stringify({ kind, id: lastId, ...fields }));
  return lastId;
}

socket.onmessage = ({ data }) => {
  if (typeof data !== "string") {
    painting = painting.then(() => paint(data)).catch((error) => say(String(error)));
    return;
  }
  const message = JSON.parse(data);
  receive[message.kind]?.(message);
};
socket.onclose = () => say("The phone is gone: phonebuddy was stopped, or too many pages are open.", true);

const receive = {
  welcome: showWelcome,
  status: showStatus,
  elements: (message) => showElements(message.elements),
  tables: showTables,
  rows: showRows,
  changes: showChanges,
  error: (message) => { say(message.text); settle(message.id, 0); },
};

let sayTimer = 0;
function say(text, stays = false, good = false) {
  by("notice").textContent = text;
  by("notice").classList.toggle("good", good);
  clearTimeout(sayTimer);
  if (!stays) sayTimer = setTimeout(() => { by("notice").textContent = ""; }, 6000);
}

// -- the picture --------------------------------------------------------------------------------------

async function paint(data) {
  const length = new DataView(data).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
  let start = 4 + length;
  const pictures = await Promise.all(head.parts.map(([, size]) => {
    const bytes = new Uint8Array(data, start, size);
    start += size;
    return createImageBitmap(new Blob([bytes], { type: "image/png" }));
  }));
  const resized = frame.width !== head.width || frame.height !== head.height;
  if (resized) Object.assign(frame, { width: head.width, height: head.height });
  pictures.forEach((picture, index) => {
    paper.drawImage(picture, 0, head.parts[index][0]);
    picture.close();
  });
  if (resized) fit();
  else if (pictures.length) show();
  document.body.dataset.ready = "yes";
  settle(head.answers, head.parts.length);
}

function show() {
  glass.imageSmoothingQuality = "high";
  glass.drawImage(frame, 0, 0, canvas.width, canvas.height);
}

function fit() {
  const stage = by("stage");
  const room = { width: stage.clientWidth - 60, height: stage.clientHeight - 110 };
  const scale = Math.max(0.05, Math.min(room.width / frame.width, room.height / frame.height));
  by("glass").style.width = `${Math.floor(frame.width * scale)}px`;
  by("glass").style.height = `${Math.floor(frame.height * scale)}px`;
  const place = canvas.getBoundingClientRect();
  canvas.width = Math.min(frame.width, Math.round(place.width * devicePixelRatio));
  canvas.height = Math.min(frame.height, Math.round(place.height * devicePixelRatio));
  show();
}
addEventListener("resize", fit);
fit();

// -- actions: one at a time, so that what follows is done to the screen the person saw ------------------

const queue = [];
let waiting = null;

function act(name, args, more = {}) {
  const last = queue.at(-1);
  if (name === "type" && last?.name === "type") last.args.text += args.text;
  else if (queue.length < MAX_QUEUE) queue.push({ name, args, ...more });
  pump();
}

function pump() {
  if (waiting || !queue.length) return;
  const next = queue.shift();
  const action = { name: next.name, arguments: next.args };
  const id = next.name === "erase" ? send("erase") : send("act", { action, instead: next.instead ?? false });
  if (id) waiting = { id, start: next.start, tap: next.name === "click" };
}

function settle(id, changed) {
  if (!waiting || id < waiting.id) return;
  const { start, tap } = waiting;
  waiting = null;
  pump();
  // After the next frame was painted: this is what a person waits for.
  requestAnimationFrame(() => setTimeout(() => {
    performance.measure(tap && changed ? "tap" : "other", { start: start ?? performance.now() });
  }));
}

function toAxis(pixel, size) {
  return Math.max(0, Math.min(AXIS, Math.ceil(((2 * pixel + 1) * AXIS - size) / (2 * size))));
}

function toPoint({ x, y }) {
  return [toAxis(x, frame.width), toAxis(y, frame.height)];
}

function clamp(value, low, high) {
  return Math.max(low, Math.min(high, value));
}

function pixelOf(event) {
  const place = canvas.getBoundingClientRect();
  const x = Math.floor((event.clientX - place.left) / place.width * frame.width);
  const y = Math.floor((event.clientY - place.top) / place.height * frame.height);
  return { x: clamp(x, 0, frame.width - 1), y: clamp(y, 0, frame.height - 1) };
}

// -- the finger ---------------------------------------------------------------------------------------

let press = null;
let lastTap = { time: -Infinity, x: 0, y: 0 };

canvas.addEventListener("pointerdown", (event) => {
  if (event.button !== 0) return;
  event.preventDefault();
  canvas.setPointerCapture(event.pointerId);
  by("keys").focus({ preventScroll: true });
  const hold = setTimeout(() => { if (press && !press.moved) { press.held = true; by("finger").className = "held"; } }, HOLD_MS);
  press = { at: pixelOf(event), clientX: event.clientX, clientY: event.clientY, time: event.timeStamp, hold, moved: false, held: false };
  moveFinger(event);
});

canvas.addEventListener("pointermove", (event) => {
  hover(pixelOf(event));
  if (!press) return;
  press.moved ||= Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) > MOVE;
  moveFinger(event);
});

canvas.addEventListener("pointerup", (event) => {
  if (!press) return;
  const { at, time, moved, held } = press;
  liftFinger();
  const duration = Math.round(clamp(event.timeStamp - time, 1, 60000));
  if (moved) act(held ? "drag" : "scroll", { points: [toPoint(at), toPoint(pixelOf(event))], duration });
  else if (held) act("long_press", { points: [toPoint(at)], duration });
  else tap(event, at);
});
canvas.addEventListener("pointercancel", () => liftFinger());
canvas.addEventListener("contextmenu", (event) => event.preventDefault());

function tap(event, at) {
  const near = Math.hypot(event.clientX - lastTap.x, event.clientY - lastTap.y) < 2 * MOVE;
  const double = near && event.timeStamp - lastTap.time < DOUBLE_MS;
  if (double) act("double_click", { points: [toPoint(at)] }, { instead: true });
  else act("click", { points: [toPoint(at)] }, { start: event.timeStamp });
  lastTap = { time: double ? -Infinity : event.timeStamp, x: event.clientX, y: event.clientY };
}

function moveFinger(event) {
  const place = canvas.getBoundingClientRect();
  const finger = by("finger");
  finger.hidden = false;
  finger.style.left = `${event.clientX - place.left}px`;
  finger.style.top = `${event.clientY - place.top}px`;
}

function liftFinger() {
  clearTimeout(press?.hold);
  press = null;
  by("finger").hidden = true;
  by("finger").className = "";
}

let turned = { x: 0, y: 0, at: null };
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  const unit = event.deltaMode === 0 ? 1 : event.deltaMode === 1 ? 20 : 400;
  const scale = frame.width / canvas.getBoundingClientRect().width;
  turned = { x: turned.x + event.deltaX * unit * scale, y: turned.y + event.deltaY * unit * scale, at: pixelOf(event) };
  requestAnimationFrame(wheel);
}, { passive: false });

function wheel() {
  // While an answer is on its way the wheel adds up, so that no queue of scrolls builds up.
  if (waiting || queue.length) { requestAnimationFrame(wheel); return; }
  const { at } = turned;
  const side = Math.abs(turned.x) > Math.abs(turned.y) ? "x" : "y";
  const size = side === "x" ? frame.width : frame.height;
  const far = Math.abs(turned[side]);
  if (!at || far < 1) return;
  // Not from the edges: a swipe from there is the system's. The finger's slop comes on top.
  const low = size * 0.06, high = size * 0.94;
  const half = Math.min(far + (status?.slop ?? 0) + 2, high - low) / 2 * Math.sign(turned[side]);
  const middle = clamp(at[side], low + Math.abs(half), high - Math.abs(half));
  const start = { ...at, [side]: Math.round(middle + half) };
  const end = { ...at, [side]: Math.round(middle - half) };
  turned = { x: 0, y: 0, at: null };
  act("scroll", { points: [toPoint(start), toPoint(end)], duration: SLOW_MS });
}

// -- keys ---------------------------------------------------------------------------------------------

const keys = by("keys");
keys.addEventListener("input", (event) => { if (!event.isComposing) flushKeys(); });
keys.addEventListener("compositionend", flushKeys);

function flushKeys() {
  const text = keys.value;
  keys.value = "";
  if (text) act("type", { text });
}

keys.addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  if (event.key === "Enter") act("button_press", { type: "enter" });
  else if (event.key === "Backspace") act("erase", {});
  else if (event.key === "Escape") act("button_press", { type: "back" });
  else return;
  event.preventDefault();
});

for (const [id, type] of [["back", "back"], ["home", "home"], ["recents", "menu"]]) {
  by(id).onclick = () => { act("button_press", { type }); keys.focus({ preventScroll: true }); };
}

// -- panels -------------------------------------------------------------------------------------------

function showWelcome(message) {
  by("apps").replaceChildren(...message.apps.map(({ name, title }) => make(
    "button",
    { title, onclick: () => { act("open_app", { package: name }); keys.focus({ preventScroll: true }); } },
    make("img", { src: `/icons/${encodeURIComponent(name)}.png`, alt: "" }), make("span", {}, title),
  )));
  const form = by("look");
  for (const [name, choices] of Object.entries(message.looks)) {
    form.elements[name].replaceChildren(...choices.map((value) => make("option", { value }, String(value))));
  }
  form.onchange = () => {
    const look = { ...status.look };
    for (const name of Object.keys(message.looks)) look[name] = form.elements[name].value;
    look.font_scale = Number(look.font_scale);
    look.dark = form.elements.dark.checked;
    send("dress", { look });
  };
}

function showStatus(message) {
  const other = status?.phone !== message.phone;
  const ended = !other && status?.recording && !message.recording;
  if (ended) say(`Recorded in ${status.recording.folder}`, false, true);
  status = message;
  by("phones").replaceChildren(...message.phones.map(({ number, title }) => make(
    "span", {},
    make("button", { className: number === message.phone ? "on" : "", onclick: () => send("view", { phone: number }) }, title),
    ...(message.phones.length > 1 ? [make("button", { title: `Close ${title}`, onclick: () => send("close", { phone: number }) }, "×")] : []),
  )));
  const clock = new Date(message.time_s * 1000).toISOString();
  by("where").textContent = `${message.package} · ${message.activity} · ${clock.slice(0, 10)} ${clock.slice(11, 16)} · step ${message.steps}`;
  showLook(message.look);
  if (other) by("seed").value = message.seed;
  by("record").classList.toggle("on", message.recording !== null);
  by("record").textContent = message.recording ? "Stop" : "Record";
  by("recording").textContent = message.recording ? `${message.recording.steps} steps in ${message.recording.folder}` : "";
  by("actions").replaceChildren(...message.actions.toReversed().map(({ number, json, text }) => make(
    "li", {}, make("small", {}, `step ${number}`), make("pre", {}, JSON.stringify(json)), make("pre", {}, text),
  )));
  by("snapshots").replaceChildren(...message.snapshots.toReversed().map(({ number, title }) => make(
    "li", {}, title, make("p", { className: "line" },
      make("button", { onclick: () => send("restore", { snapshot: number }) }, "Restore"),
      make("button", { onclick: () => send("fork", { snapshot: number }) }, "Fork")),
  )));
  if (shownPanel() === "data") lookUp();
}

function showLook(look) {
  const form = by("look");
  for (const [name, value] of Object.entries(look)) {
    const field = form.elements[name];
    if (!field || field === document.activeElement) continue;
    if (field.type === "checkbox") field.checked = value;
    else {
      if (![...field.options].some((option) => option.value === String(value))) field.append(make("option", { value }, String(value)));
      field.value = String(value);
    }
  }
}

const number = (id) => Math.max(0, Math.trunc(Number(by(id).value)) || 0);
by("look").onsubmit = (event) => event.preventDefault();
by("shuffle").onclick = () => { send("shuffle", { seed: number("look-seed") }); by("look-seed").value = number("look-seed") + 1; };
by("reset").onclick = () => send("reset", { seed: number("seed") });
by("record").onclick = () => send("record", { on: !status.recording });
by("take").onclick = () => send("take");
by("fork").onclick = () => send("fork");

const tabs = [...document.querySelectorAll("#tabs button")];
const shownPanel = () => tabs.find((tab) => tab.ariaSelected === "true")?.dataset.tab;

function showPanel(name) {
  for (const tab of tabs) tab.ariaSelected = String(tab.dataset.tab === name);
  for (const panel of document.querySelectorAll("[data-panel]")) panel.hidden = panel.dataset.panel !== name;
  watch();
  if (name === "data") { send("tables"); lookUp(); }
}
for (const tab of tabs) tab.onclick = () => showPanel(tab.dataset.tab);
socket.onopen = () => showPanel("actions");

// -- elements -----------------------------------------------------------------------------------------

let elements = [];
let watching = false;
by("overlay").onchange = watch;

function watch() {
  by("boxes").hidden = !by("overlay").checked;
  const wanted = by("overlay").checked || shownPanel() === "elements";
  if (wanted !== watching) send("watch", { elements: wanted });
  watching = wanted;
}

function showElements(list) {
  elements = list;
  by("boxes").replaceChildren(...list.map(({ id, role, bounds: [left, top, right, bottom], flags }) => {
    const box = make("div", { className: flags & 1 ? "box able" : "box" }, make("b", {}, `${role} ${id.split("/").at(-1)}`));
    box.style.left = `${left / frame.width * 100}%`;
    box.style.top = `${top / frame.height * 100}%`;
    box.style.width = `${(right - left) / frame.width * 100}%`;
    box.style.height = `${(bottom - top) / frame.height * 100}%`;
    return box;
  }));
  by("elements").replaceChildren(...list.map((element, index) => make(
    "li", { onpointerenter: () => choose(index) }, make("i", {}, element.role), element.text || element.description || element.hint || element.id,
  )));
  by("element").replaceChildren();
}

function hover({ x, y }) {
  if (!watching) return;
  const inside = ({ bounds: [left, top, right, bottom] }) => left <= x && x < right && top <= y && y < bottom;
  choose(elements.findLastIndex(inside));
}

const FLAGS = ["clickable", "long clickable", "checkable", "checked", "editable", "focused", "scrollable", "selected", "enabled", "password"];

function choose(index) {
  for (const box of by("boxes").querySelectorAll(".chosen")) box.classList.remove("chosen");
  const element = elements[index];
  if (!element) return;
  by("boxes").children[index].classList.add("chosen");
  const lines = [element.id, `${element.role} [${element.bounds.join(" ")}] ${FLAGS.filter((_, bit) => element.flags >> bit & 1).join(", ")}`];
  for (const name of ["text", "description", "hint", "resource_id", "package"]) {
    if (element[name]) lines.push(`${name}: ${element[name]}`);
  }
  by("element").replaceChildren(...lines.map((line) => make("div", {}, make("code", {}, line))));
}

// -- data ---------------------------------------------------------------------------------------------

const PAGE = 50;
const CHANGES = "(changes since the start)";
let offset = 0;

function showTables({ tables }) {
  const chosen = by("tables").value || CHANGES;
  by("tables").replaceChildren(
    make("option", { value: CHANGES }, CHANGES),
    ...tables.map(({ name, rows }) => make("option", { value: name }, `${name} (${rows})`)),
  );
  by("tables").value = chosen;
}

function lookUp() {
  const table = by("tables").value || CHANGES;
  if (table === CHANGES) send("changes");
  else send("rows", { table, offset, limit: PAGE });
}
by("tables").onchange = () => { offset = 0; lookUp(); };
by("refresh").onclick = () => { send("tables"); lookUp(); };
by("previous").onclick = () => { offset = Math.max(0, offset - PAGE); lookUp(); };
by("next").onclick = () => { offset += PAGE; lookUp(); };

const cell = (value) => (value === null ? "null" : String(value));

function showRows(message) {
  by("pages").hidden = false;
  const end = message.offset + message.rows.length;
  by("range").textContent = message.rows.length ? `${message.offset + 1} to ${end} of ${message.total}` : `${message.total} rows`;
  by("previous").disabled = message.offset === 0;
  by("next").disabled = end >= message.total;
  by("data").replaceChildren(make("table", {},
    make("thead", {}, make("tr", {}, ...message.columns.map((name) => make("th", {}, name)))),
    make("tbody", {}, ...message.rows.map((row) => make("tr", {}, ...row.map((value) => make("td", { title: cell(value) }, cell(value)))))),
  ));
}

function showChanges({ changes }) {
  by("pages").hidden = true;
  const rows = changes.map(({ table, kind, key, before, after }) => make("div", { className: "change" },
    make("h3", {}, `${table}: ${kind} ${Object.values(key).map(cell).join(", ")}`),
    make("table", {}, ...[...new Set([...Object.keys(before), ...Object.keys(after)])].map((name) => make("tr", {},
      make("th", {}, name),
      ...(kind === "insert" ? [] : [make("td", { className: "before" }, cell(before[name]))]),
      ...(kind === "delete" ? [] : [make("td", { className: "after" }, cell(after[name]))]),
    ))),
  ));
  by("data").replaceChildren(...(rows.length ? rows : [make("p", { className: "hint" }, "Nothing has changed.")]));
}
