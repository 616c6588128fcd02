// @generated from src/web/docs by scripts/generate — do not edit

/** The script of the docs page, an ES module. */
export const docsScript = `// browser/copy.ts
var SHOWN_MS = 1500;
var copyText = async (button, text) => {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Cannot copy";
  }
  setTimeout(() => {
    button.textContent = label;
  }, SHOWN_MS);
};
var copyButton = (text) => {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", () => void copyText(button, text()));
  return button;
};
var startCopying = () => {
  for (const button of document.querySelectorAll("[data-copy]"))
    button.addEventListener(
      "click",
      () => void copyText(button, button.parentElement?.querySelector("code")?.textContent ?? "")
    );
};
var startTools = () => {
  const tools = [...document.querySelectorAll(".tab-row input")];
  for (const tool of tools)
    tool.addEventListener("change", () => {
      for (const other of tools) if (other.value === tool.value) other.checked = true;
    });
};

// browser/reader.ts
var KEY = "key";
var PLACEHOLDER = "API_KEY";
var readKey = () => {
  try {
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return unsaved;
  }
};
var unsaved = "";
var keepKey = (key) => {
  unsaved = key;
  try {
    if (key === "") sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, key);
  } catch {
  }
};
var networkOf = (family) => document.querySelector(\`[data-network-of="\${CSS.escape(family)}"]\`)?.value ?? "";
var callAddress = (family, key = readKey() || PLACEHOLDER, transport = "http") => {
  const base = location.pathname.replace(/\\/docs$/, "");
  const network = document.body.dataset.network === "" ? \`/\${networkOf(family)}\` : "";
  const path = \`\${base}\${network}\${transport === "ws" ? "/ws" : ""}/v3/\${encodeURIComponent(key)}\`;
  return \`\${location.origin.replace(/^http/, transport)}\${path}\`;
};
var familyAt = (element) => element.closest("[data-family]")?.dataset.family ?? document.querySelector("[data-family]")?.dataset.family ?? "";
var fillAddresses = () => {
  for (const element of document.querySelectorAll("[data-url]")) element.textContent = callAddress(familyAt(element));
  for (const element of document.querySelectorAll("[data-websocket-url]"))
    element.textContent = callAddress(familyAt(element), void 0, "ws");
};
var giveKey = (key) => {
  const field = document.querySelector("#key");
  if (field === null) return;
  field.value = key;
  field.dispatchEvent(new Event("input"));
};
var startSettings = () => {
  const form = document.querySelector("#settings");
  const key = document.querySelector("#key");
  if (form === null || key === null) return;
  key.value = readKey();
  key.addEventListener("input", () => {
    keepKey(key.value.trim());
    fillAddresses();
  });
  for (const select of form.querySelectorAll("select")) select.addEventListener("change", fillAddresses);
  form.addEventListener("submit", (event) => event.preventDefault());
  fillAddresses();
};

// browser/search.ts
var TEXT_FIELDS = 'input:not([type="radio"], [type="checkbox"]), textarea';
var has = (text, words) => {
  const lower = text?.toLowerCase() ?? "";
  return words.every((word) => lower.includes(word));
};
var partOf = (row) => document.getElementById(row.querySelector("a")?.hash.slice(1) ?? "");
var matching = (rows, words) => {
  const named = rows.filter((row) => has(row.dataset.search, words));
  return named.length > 0 ? named : rows.filter((row) => has(partOf(row)?.textContent, words));
};
var focusSearch = (input) => {
  if (input.getClientRects().length === 0) location.hash = "contents";
  input.focus();
};
var startSearch = () => {
  const input = document.querySelector("#search");
  const found = document.querySelector("#found");
  const errors = document.querySelector(".nav-errors");
  if (input === null || found === null || errors === null) return;
  const rows = [...document.querySelectorAll("nav [data-search]")];
  const filter = () => {
    const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const left = matching(rows, words);
    for (const row of rows) row.hidden = !left.includes(row);
    const count = left.length === 0 ? \`Nothing found for “\${input.value.trim()}”.\` : \`\${left.length} found\`;
    found.textContent = words.length === 0 ? "" : count;
    errors.open = words.length > 0 && left.some((row) => errors.contains(row));
  };
  input.addEventListener("input", filter);
  input.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") input.value = "";
    if (key === "Escape") filter();
    if (key === "Enter")
      rows.find((row) => !row.hidden)?.querySelector("a")?.click();
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof Element && event.target.matches(TEXT_FIELDS);
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    focusSearch(input);
  });
};
var startMarking = () => {
  const links = new Map(
    [...document.querySelectorAll('nav li a[href^="#"]')].map((link) => [link.hash.slice(1), link])
  );
  const seen = new IntersectionObserver(
    (entries) => {
      const entry = entries.find(({ isIntersecting }) => isIntersecting);
      if (entry === void 0) return;
      for (const link of links.values()) link.removeAttribute("aria-current");
      links.get(entry.target.id)?.setAttribute("aria-current", "true");
    },
    { rootMargin: "-15% 0px -75% 0px" }
  );
  for (const id of links.keys()) {
    const target = document.getElementById(id);
    if (target !== null) seen.observe(target);
  }
};

// browser/theme.ts
var KEY2 = "theme";
var startTheme = () => {
  const button = document.querySelector("#theme");
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  if (button === null) return;
  const isDark = () => root.dataset.theme === void 0 ? system.matches : root.dataset.theme === "dark";
  const show2 = () => button.setAttribute("aria-pressed", String(isDark()));
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try {
      localStorage.setItem(KEY2, root.dataset.theme);
    } catch {
    }
    show2();
  });
  system.addEventListener("change", show2);
  show2();
};

// browser/json-view.ts
var TOKEN = /"(?:[^"\\\\]|\\\\.)*"|[{}[\\],:]|[^\\s{}[\\],:"]+|\\s+/g;
var MAX_COLOURED = 6e4;
var MAX_SHOWN = 4096;
var span = (className, text) => {
  const element = document.createElement("span");
  element.className = className;
  element.textContent = text;
  return element;
};
var jsonView = (text) => {
  if (text.length > MAX_COLOURED) return document.createTextNode(text);
  const root = document.createElement("span");
  const blocks = [root];
  const open = (className) => {
    const block = document.createElement("span");
    block.className = className;
    blocks.at(-1).append(block);
    blocks.push(block);
  };
  const tokens = text.match(TOKEN) ?? [];
  tokens.forEach((token, index) => {
    const next = tokens[index + 1];
    if (token === "}" || token === "]") {
      const isEmpty = /[[{]/.test(tokens[index - 1] ?? "");
      if (!isEmpty && blocks.at(-1).className === "j-line") blocks.length -= 2;
      blocks.at(-1).append(token);
    } else if (token === "{" || token === "[") {
      blocks.at(-1).append(token);
      if (next === "}" || next === "]") return;
      open("j-block");
      open("j-line");
    } else if (token === "," && blocks.at(-1).className === "j-line") {
      blocks.at(-1).append(token);
      blocks.pop();
      open("j-line");
    } else blocks.at(-1).append(coloured(token, next));
  });
  return root;
};
var coloured = (token, next) => {
  if (token.startsWith('"')) return span(next === ":" ? "t-name" : "t-text", token);
  return /^[-\\w.]/.test(token) ? span("t-number", token) : token;
};
var bodyView = (body, bytes) => {
  const place = document.createElement("div");
  const pre = document.createElement("pre");
  pre.className = "code body";
  pre.tabIndex = 0;
  pre.setAttribute("aria-label", "Body of the reply");
  place.append(pre);
  if (body.length <= MAX_SHOWN) {
    pre.append(jsonView(body));
    return place;
  }
  pre.textContent = body.slice(0, MAX_SHOWN);
  pre.classList.add("folded");
  const more = document.createElement("button");
  more.type = "button";
  more.className = "more";
  more.textContent = \`Show all \${bytes.toLocaleString("en")} bytes\`;
  more.addEventListener("click", () => {
    pre.replaceChildren(jsonView(body));
    pre.classList.remove("folded");
    pre.focus();
    more.remove();
  });
  place.append(more);
  return place;
};

// browser/params.ts
var fieldsOf = (form) => [...form.querySelectorAll("[data-path]")];
var isJson = (text) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
var jsonOf = ({ dataset: { kind } }, text) => {
  if (kind !== "text") return text;
  return text === "null" || /^[[{"]/.test(text) && isJson(text) ? text : JSON.stringify(text);
};
var write = ({ text, members }) => text ?? \`{\${[...members].map(([name, member]) => \`\${JSON.stringify(name)}:\${write(member)}\`).join(",")}}\`;
var paramsOf = (form, count) => {
  const root = { members: /* @__PURE__ */ new Map() };
  for (const field of fieldsOf(form)) {
    const text = field.value.trim();
    if (text === "") continue;
    let branch = root;
    for (const name of segments(field)) {
      const next = branch.members.get(name) ?? { members: /* @__PURE__ */ new Map() };
      branch.members.set(name, next);
      branch = next;
    }
    branch.text = jsonOf(field, text);
  }
  const params = Array.from({ length: count }, (_, index) => root.members.get(String(index)));
  while (params.length > 0 && params.at(-1) === void 0) params.pop();
  return \`[\${params.map((param) => param === void 0 ? "null" : write(param)).join(",")}]\`;
};
var segments = ({ dataset: { path = "" } }) => path.slice(1).split("/").map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
var fillForm = (form, params) => {
  for (const field of fieldsOf(form)) {
    const value = segments(field).reduce(
      (found, name) => typeof found === "object" && found !== null ? found[name] : void 0,
      params
    );
    const isText = field.dataset.kind === "text" && typeof value === "string";
    field.value = value === void 0 || value === null ? "" : isText ? value : JSON.stringify(value);
  }
};

// browser/transports.ts
var PATIENT_MS = 6e4;
var callHttp = async (address, request) => {
  const startedMs = performance.now();
  const reply = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: request,
    referrerPolicy: "no-referrer",
    credentials: "omit",
    cache: "no-store",
    signal: AbortSignal.timeout(PATIENT_MS)
  });
  const bytes = await reply.arrayBuffer();
  const timeMs = performance.now() - startedMs;
  return { status: reply.status, headers: [...reply.headers], body: decode(bytes), bytes: bytes.byteLength, timeMs };
};
var decode = (bytes) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
var callWebSocket = (address, request) => new Promise((resolve, reject) => {
  const socket = new WebSocket(address);
  let startedMs = performance.now();
  const timer = setTimeout(() => socket.close(), PATIENT_MS);
  socket.onopen = () => {
    startedMs = performance.now();
    socket.send(request);
  };
  socket.onmessage = ({ data }) => {
    const body = String(data);
    const timeMs = performance.now() - startedMs;
    resolve({ headers: [], body, bytes: new TextEncoder().encode(body).length, timeMs });
    socket.close();
  };
  socket.onclose = ({ code, reason }) => {
    clearTimeout(timer);
    reject(
      new Error(
        \`The connection closed without an answer (\${code}\${reason === "" ? "" : \` \${reason}\`}). A browser does not say why; over HTTP the gateway does.\`
      )
    );
  };
});

// browser/try-it.ts
var find = (parent, selector) => {
  const found = parent.querySelector(selector);
  if (found === null) throw new Error(\`the page has no \${selector}\`);
  return found;
};
var startTryIt = () => {
  for (const panel of document.querySelectorAll("details.try"))
    panel.addEventListener("toggle", () => startPanel(panel), { once: true });
};
var startPanel = (panel) => {
  const form = find(panel, "form");
  const fields = find(panel, "[data-form]");
  const raw = find(panel, "[data-raw]");
  const text = find(raw, "textarea");
  const asJson = find(panel, "[data-as-json]");
  const example = panel.querySelector("[data-example]");
  const count = new Set(
    [...fields.querySelectorAll("[data-path]")].map(({ dataset }) => dataset.path?.split("/")[1])
  ).size;
  const current = () => asJson.checked ? text.value : paramsOf(fields, count);
  const useExample = () => {
    const params = JSON.parse(example?.value || "[]");
    fillForm(fields, params);
    text.value = JSON.stringify(params, void 0, 2);
  };
  example?.addEventListener("change", useExample);
  asJson.addEventListener("change", () => {
    if (asJson.checked) text.value = pretty(paramsOf(fields, count));
    fields.hidden = asJson.checked;
    raw.hidden = !asJson.checked;
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(panel, current()).catch((bug) => say(panel, String(bug)));
  });
  useExample();
};
var pretty = (json) => {
  try {
    const value = JSON.parse(json);
    return JSON.stringify(value) === json ? JSON.stringify(value, void 0, 2) : json;
  } catch {
    return json;
  }
};
var send = async (panel, params) => {
  const { method = "", family = "", credits = "" } = panel.dataset;
  const key = readKey();
  if (key === "") {
    askForKey(panel);
    return;
  }
  const button = find(panel, ".send");
  const isWebSocket = find(panel, "[data-websocket]").checked;
  const request = \`{"jsonrpc":"2.0","id":1,"method":\${JSON.stringify(method)},"params":\${params}}\`;
  button.disabled = true;
  say(panel, "Waiting for the answer");
  try {
    const call = isWebSocket ? callWebSocket : callHttp;
    show(panel, await call(callAddress(family, key, isWebSocket ? "ws" : "http"), request), credits);
  } catch (error) {
    say(panel, error instanceof Error ? error.message : String(error));
  } finally {
    button.disabled = false;
  }
};
var askForKey = (panel) => {
  say(panel, "The API key is missing: this call was not sent. Give your key here, or at the top of the page.");
  const keyForm = document.createElement("form");
  const label = document.createElement("label");
  label.className = "field";
  label.textContent = "API key, kept in this tab only";
  const input = document.createElement("input");
  Object.assign(input, { type: "password", autocomplete: "off", spellcheck: false, placeholder: "Your API key" });
  input.addEventListener("input", () => giveKey(input.value));
  keyForm.addEventListener("submit", (event) => {
    event.preventDefault();
    find(panel, "form").requestSubmit();
  });
  label.append(input);
  keyForm.append(label);
  replyOf(panel).append(keyForm);
  input.focus();
};
var replyOf = (panel) => find(panel, "[data-reply]");
var say = (panel, sentence) => {
  const line = document.createElement("p");
  line.className = "note";
  line.textContent = sentence;
  replyOf(panel).replaceChildren(line);
};
var show = (panel, outcome, credits) => {
  const { headers, body, bytes } = outcome;
  const list = document.createElement("dl");
  list.className = "outcome";
  for (const [name, value] of factsOf(outcome, credits)) list.append(pair(name, value));
  const view = bodyView(body, bytes);
  view.prepend(copyButton(() => body));
  replyOf(panel).replaceChildren(list, ...headers.length > 0 ? [headerView(headers)] : [], view);
  replyOf(panel).dataset.answered = String(Number(replyOf(panel).dataset.answered ?? 0) + 1);
};
var pair = (name, value) => {
  const row = document.createElement("div");
  const [term, text] = [document.createElement("dt"), document.createElement("dd")];
  term.textContent = name;
  text.textContent = value;
  row.append(term, text);
  return row;
};
var factsOf = ({ status, headers, bytes, timeMs }, credits) => {
  const header = (name) => headers.find(([found]) => found === name)?.[1];
  const reset = header("x-credits-reset");
  const grouped = (count) => Number(count).toLocaleString("en");
  const remaining = header("x-credits-remaining");
  const cost = header("x-credits-cost");
  return [
    status === void 0 ? ["Over", "WebSocket"] : ["Status", String(status)],
    ["Time", \`\${timeMs.toFixed(timeMs < 10 ? 1 : 0)} ms\`],
    ["Size", \`\${bytes.toLocaleString("en")} bytes\`],
    cost === void 0 ? ["Price", \`\${credits} credits\`] : ["Cost", \`\${grouped(cost)} credits\`],
    ...remaining === void 0 ? [] : [["Remaining", grouped(remaining)]],
    ...reset === void 0 ? [] : [
      ["Renews", \`\${new Date(Number(reset) * 1e3).toISOString().slice(0, 16).replace("T", " ")} UTC\`]
    ]
  ];
};
var headerView = (headers) => {
  const fold = document.createElement("details");
  fold.className = "fold";
  const summary = document.createElement("summary");
  summary.textContent = \`\${headers.length} headers\`;
  const list = document.createElement("dl");
  list.className = "outcome all";
  for (const [name, value] of headers) list.append(pair(name, value));
  fold.append(summary, list);
  return fold;
};

// browser/app.ts
startTheme();
startSettings();
startTryIt();
startCopying();
startTools();
startSearch();
startMarking();
`

/** The style of the docs page. */
export const docsStyle = `/* style/theme.css */
:root {
  color-scheme: light;
  --page: #ffffff;
  --panel: #f7f8fa;
  --raised: #ffffff;
  --line: #e3e6ec;
  --line-soft: #eef0f4;
  --text: #1b2130;
  --soft: #565f73;
  --accent: #4338ca;
  --accent-soft: #eef0fe;
  --good: #17663a;
  --warn: #8a4b08;
  --warn-soft: #fdf4e3;
  --code-text: #0b6b53;
  --code-number: #9a3412;
  --code-word: #7c2d9c;
  --code-name: #2b3f8c;
  --focus: #4f46e5;
  --sans:
    Inter,
    ui-sans-serif,
    system-ui,
    -apple-system,
    "Segoe UI",
    Roboto,
    "Helvetica Neue",
    Arial,
    sans-serif;
  --mono:
    ui-monospace,
    "SF Mono",
    SFMono-Regular,
    Menlo,
    Consolas,
    "Liberation Mono",
    monospace;
  --bar: 3.5rem;
}
:root[data-theme=dark] {
  color-scheme: dark;
  --page: #0f1218;
  --panel: #161a22;
  --raised: #1b202a;
  --line: #2a303d;
  --line-soft: #20252f;
  --text: #e6e9f0;
  --soft: #a2abbd;
  --accent: #a5b4fc;
  --accent-soft: #21264a;
  --good: #7fd6a4;
  --warn: #f0c27a;
  --warn-soft: #2c2417;
  --code-text: #8fd8b8;
  --code-number: #f2b48c;
  --code-word: #d9a7ee;
  --code-name: #a9bdf8;
  --focus: #a5b4fc;
}
@media (prefers-color-scheme: dark) {
  :root:not([data-theme=light]) {
    color-scheme: dark;
    --page: #0f1218;
    --panel: #161a22;
    --raised: #1b202a;
    --line: #2a303d;
    --line-soft: #20252f;
    --text: #e6e9f0;
    --soft: #a2abbd;
    --accent: #a5b4fc;
    --accent-soft: #21264a;
    --good: #7fd6a4;
    --warn: #f0c27a;
    --warn-soft: #2c2417;
    --code-text: #8fd8b8;
    --code-number: #f2b48c;
    --code-word: #d9a7ee;
    --code-name: #a9bdf8;
    --focus: #a5b4fc;
  }
}
*,
*::before,
*::after {
  box-sizing: border-box;
}
[hidden],
html:not(.scripted) .js {
  display: none !important;
}
html {
  scroll-padding-top: calc(var(--bar) + 1.25rem);
  -webkit-text-size-adjust: 100%;
}
body {
  margin: 0;
  background: var(--page);
  color: var(--text);
  font: 400 0.9375rem / 1.6 var(--sans);
  font-feature-settings: "cv11", "ss03";
  -webkit-font-smoothing: antialiased;
}
h1,
h2,
h3,
h4 {
  margin: 0;
  font-weight: 600;
  line-height: 1.25;
  letter-spacing: -0.011em;
  text-wrap: balance;
}
p,
ul,
dl,
dd,
pre,
fieldset,
legend {
  margin: 0;
  padding: 0;
}
p + p {
  margin-top: 0.625rem;
}
fieldset {
  min-width: 0;
  border: 0;
}
ul {
  list-style: none;
}
a {
  color: var(--accent);
  text-decoration-thickness: 1px;
  text-underline-offset: 0.2em;
}
code,
pre,
kbd {
  font: 400 0.8125rem / 1.6 var(--mono);
  font-variant-ligatures: none;
}
p code {
  overflow-wrap: anywhere;
}
:focus-visible {
  outline: 2px solid var(--focus);
  outline-offset: 2px;
  border-radius: 4px;
}
main:focus {
  outline: none;
}
.hidden {
  position: absolute;
  width: 1px;
  height: 1px;
  margin: -1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
.skip {
  position: fixed;
  z-index: 30;
  top: 0.5rem;
  left: 0.5rem;
  padding: 0.5rem 0.875rem;
  border-radius: 6px;
  background: var(--accent);
  color: var(--page);
  transform: translateY(-200%);
}
.skip:focus {
  transform: none;
}

/* style/frame.css */
body {
  display: grid;
  grid-template: var(--bar) auto / 17rem minmax(0, 1fr);
}
.bar {
  position: sticky;
  z-index: 10;
  top: 0;
  grid-column: 1 / -1;
  display: flex;
  align-items: center;
  gap: 1rem;
  padding: 0 1.5rem;
  border-bottom: 1px solid var(--line);
  background: var(--page);
}
.brand {
  margin-right: auto;
  color: var(--text);
  font-weight: 650;
  text-decoration: none;
  white-space: nowrap;
}
.brand span {
  margin-left: 0.5rem;
  color: var(--soft);
  font-weight: 400;
}
.settings {
  display: flex;
  gap: 0.75rem;
  min-width: 0;
}
.settings label {
  display: flex;
  align-items: center;
  gap: 0.5rem;
  min-width: 0;
  color: var(--soft);
  font-size: 0.8125rem;
  white-space: nowrap;
}
input:not([type=radio], [type=checkbox]),
select,
textarea {
  width: 100%;
  min-width: 0;
  padding: 0.375rem 0.625rem;
  border: 1px solid var(--line);
  border-radius: 6px;
  background: var(--raised);
  color: var(--text);
  font: 400 0.8125rem / 1.4 var(--mono);
}
select {
  font-family: var(--sans);
}
input::placeholder,
textarea::placeholder {
  color: var(--soft);
  opacity: 1;
  font-family: var(--sans);
}
#key {
  width: 13rem;
}
button {
  padding: 0.25rem 0.625rem;
  border: 1px solid var(--line);
  border-radius: 6px;
  background: var(--raised);
  color: var(--soft);
  font: 500 0.75rem / 1.5 var(--sans);
  cursor: pointer;
}
button:hover {
  color: var(--text);
  border-color: var(--soft);
}
.theme {
  padding: 0.25rem 0.5rem;
  font-size: 0.9375rem;
}
nav {
  position: sticky;
  top: var(--bar);
  align-self: start;
  height: calc(100vh - var(--bar));
  padding: 1.25rem 0.75rem 2rem 1.5rem;
  overflow-y: auto;
  border-right: 1px solid var(--line);
  font-size: 0.8125rem;
  scrollbar-width: thin;
}
nav h2,
nav summary {
  margin: 1.375rem 0 0.375rem;
  padding: 0 0.5rem;
  color: var(--soft);
  font-size: 0.75rem;
  font-weight: 600;
  letter-spacing: 0.01em;
}
nav summary {
  cursor: pointer;
}
nav li a {
  display: flex;
  justify-content: space-between;
  gap: 0.5rem;
  padding: 0.25rem 0.5rem;
  border-radius: 6px;
  color: var(--text);
  text-decoration: none;
}
nav li a > span:first-child {
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}
nav li a:hover {
  background: var(--panel);
}
nav li a[aria-current] {
  background: var(--accent-soft);
  color: var(--accent);
  font-weight: 500;
}
nav .price {
  color: var(--soft);
  font-variant-numeric: tabular-nums;
  font-weight: 400;
}
.search {
  position: relative;
  margin-bottom: 1rem;
}
.search kbd {
  position: absolute;
  top: 0.375rem;
  right: 0.5rem;
  padding: 0 0.375rem;
  border: 1px solid var(--line);
  border-radius: 4px;
  color: var(--soft);
  font-size: 0.6875rem;
}
.found {
  padding: 0.375rem 0.5rem 0;
  color: var(--soft);
  overflow-wrap: anywhere;
}
.found:empty,
nav h2:not(:has(+ ul > li:not([hidden]))),
.search input:focus + kbd,
.menu-link,
nav .close {
  display: none;
}
main {
  padding: 0 clamp(1.25rem, 3.5vw, 3.5rem) 6rem;
}
.part {
  max-width: 80rem;
  margin: 0 auto;
}
.part > h2 {
  padding: 4rem 0 0.5rem;
  font-size: 1.5rem;
}
@media (max-width: 60rem) {
  body {
    display: block;
  }
  .bar {
    position: static;
    flex-wrap: wrap;
    gap: 0.5rem 1rem;
    padding: 0.625rem 1.25rem;
  }
  .settings {
    order: 9;
    flex-wrap: wrap;
    width: 100%;
  }
  .settings label {
    position: relative;
    flex: 1 1 9rem;
  }
  .settings label span {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  #key {
    width: 100%;
  }
  .menu-link {
    position: fixed;
    z-index: 15;
    right: 1rem;
    bottom: 1rem;
    display: block;
    padding: 0.5rem 1.125rem;
    border-radius: 99px;
    background: var(--text);
    color: var(--page);
    font-size: 0.875rem;
    font-weight: 500;
    text-decoration: none;
  }
  html {
    scroll-padding-top: 1.25rem;
  }
  nav {
    display: none;
  }
  nav:target {
    position: fixed;
    z-index: 20;
    inset: 0;
    display: block;
    align-self: stretch;
    height: auto;
    padding: 1rem 1.25rem 3rem;
    border: 0;
    background: var(--page);
    font-size: 0.9375rem;
  }
  nav .close {
    display: block;
    margin-bottom: 1rem;
  }
  nav li a {
    padding: 0.4375rem 0.5rem;
  }
  nav .search kbd {
    display: none;
  }
}
@media print {
  nav,
  .bar {
    display: none;
  }
}

/* style/reference.css */
.start {
  padding-top: 3rem;
}
.start h1 {
  margin-bottom: 1rem;
  font-size: clamp(1.75rem, 4vw, 2.25rem);
  letter-spacing: -0.022em;
}
.eyebrow {
  margin-bottom: 0.375rem;
  color: var(--soft);
  font-size: 0.8125rem;
}
.lead {
  max-width: 44rem;
  color: var(--soft);
}
.notice {
  margin-top: 0.75rem;
  padding: 0.5rem 0.875rem;
  border-left: 3px solid var(--warn);
  border-radius: 0 6px 6px 0;
  background: var(--warn-soft);
  color: var(--warn);
}
.note {
  margin-top: 1rem;
  color: var(--soft);
  font-size: 0.8125rem;
}
.addresses,
.headers {
  display: grid;
  gap: 0.5rem;
  margin: 1.75rem 0 0;
}
.addresses div,
.headers div {
  display: grid;
  grid-template-columns: 7rem minmax(0, 1fr);
  gap: 1rem;
  align-items: baseline;
}
.headers {
  max-width: 56rem;
}
.headers div {
  grid-template-columns: 13rem minmax(0, 1fr);
  padding: 0.5rem 0;
  border-top: 1px solid var(--line-soft);
}
.addresses dt {
  color: var(--soft);
  font-size: 0.8125rem;
}
.addresses dd {
  overflow-wrap: anywhere;
}
.table {
  margin-top: 2rem;
  overflow-x: auto;
}
table {
  width: 100%;
  border-collapse: collapse;
  font-size: 0.875rem;
}
th,
td {
  padding: 0.625rem 1rem 0.625rem 0;
  border-bottom: 1px solid var(--line-soft);
  text-align: left;
  vertical-align: baseline;
}
thead th {
  border-color: var(--line);
  color: var(--soft);
  font-size: 0.75rem;
  font-weight: 500;
}
tbody th {
  font-weight: 400;
}
td {
  color: var(--soft);
}
.number {
  text-align: right;
  padding-right: 2rem;
  font-variant-numeric: tabular-nums;
}
td.number {
  color: var(--text);
}
.errors code {
  margin-right: 0.375rem;
  color: var(--soft);
}
.method,
.error {
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 30rem);
  gap: 1.5rem 3.5rem;
  padding: 2.75rem 0;
  border-bottom: 1px solid var(--line);
}
.error {
  padding: 1.75rem 0;
  border-color: var(--line-soft);
}
html:not(:has(:target)) .method {
  content-visibility: auto;
  contain-intrinsic-size: auto 60rem;
}
.others {
  color: var(--soft);
}
.method h3 {
  font: 600 1.25rem / 1.3 var(--mono);
  letter-spacing: -0.02em;
}
.error h3 {
  font-size: 0.9375rem;
}
.error h3 code {
  margin-right: 0.5rem;
  color: var(--soft);
}
.anchor {
  color: inherit;
  text-decoration: none;
  overflow-wrap: anywhere;
}
.anchor::after {
  content: " #";
  color: var(--soft);
  font-weight: 400;
  opacity: 0;
}
.anchor:hover::after,
.anchor:focus-visible::after {
  opacity: 1;
}
:target > .about-method > h3 {
  color: var(--accent);
}
.summary {
  margin-top: 0.25rem;
  font-size: 1rem;
}
.chips {
  margin: 0.75rem 0 1rem;
}
.chip {
  display: inline-block;
  padding: 0.0625rem 0.5rem;
  border: 1px solid var(--line);
  border-radius: 99px;
  color: var(--soft);
  font-size: 0.75rem;
  white-space: nowrap;
}
.chip.price {
  border-color: transparent;
  background: var(--accent-soft);
  color: var(--accent);
  font-weight: 600;
}
.chip.charged {
  border-color: transparent;
  background: var(--warn-soft);
  color: var(--warn);
}
h4 {
  margin: 2rem 0 0.25rem;
  padding-bottom: 0.5rem;
  border-bottom: 1px solid var(--line);
  font-size: 0.875rem;
}
.none {
  padding-top: 0.5rem;
  color: var(--soft);
}
.tree > li {
  padding: 0.75rem 0;
  border-bottom: 1px solid var(--line-soft);
}
.tree > li:last-child {
  border-bottom: 0;
}
.tree p {
  margin-top: 0.25rem;
  color: var(--soft);
  font-size: 0.875rem;
}
.line {
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0.125rem 0.5rem;
}
.name {
  font-weight: 600;
}
.type,
.mark {
  color: var(--soft);
  font-size: 0.75rem;
}
.mark.required {
  color: var(--warn);
  font-weight: 500;
}
.params .tree .optional,
.answer .required {
  display: none;
}
.constraints {
  display: grid;
  gap: 0.25rem;
  margin-top: 0.375rem;
  font-size: 0.75rem;
}
.constraints div {
  display: flex;
  align-items: baseline;
  gap: 0.5rem;
}
.constraints dt {
  flex: none;
  color: var(--soft);
}
.constraints dd code {
  padding: 0.0625rem 0.3125rem;
  border-radius: 4px;
  background: var(--panel);
  font-size: 0.75rem;
  overflow-wrap: anywhere;
}
.fold {
  margin-top: 0.625rem;
}
.fold > summary {
  width: fit-content;
  color: var(--accent);
  font-size: 0.8125rem;
  cursor: pointer;
}
.fold > .tree {
  margin: 0.375rem 0 0 0.25rem;
  padding-left: 1rem;
  border-left: 1px solid var(--line);
}
.errors li {
  padding: 0.5rem 0;
  border-bottom: 1px solid var(--line-soft);
  font-size: 0.875rem;
}
.errors a {
  display: block;
  color: var(--text);
  text-decoration: none;
}
.errors a:hover {
  color: var(--accent);
}
.message {
  margin: 0.25rem 0 0.5rem;
}
.error p {
  color: var(--soft);
  font-size: 0.875rem;
}
.error p.message {
  color: var(--text);
}
@media (max-width: 80rem) {
  .method,
  .error {
    grid-template-columns: minmax(0, 1fr);
  }
}
@media (max-width: 40rem) {
  .table td:not(.number),
  .table th:nth-child(2),
  .table th:nth-child(4) {
    display: none;
  }
  .headers div,
  .addresses div {
    grid-template-columns: minmax(0, 1fr);
    gap: 0.125rem;
  }
}

/* style/code.css */
.aside {
  min-width: 0;
}
.sticky {
  position: sticky;
  top: calc(var(--bar) + 1.25rem);
  max-height: calc(100vh - var(--bar) - 2.5rem);
  overflow-y: auto;
  scrollbar-width: thin;
}
.code {
  max-height: 24rem;
  padding: 0.875rem 1rem;
  overflow: auto;
  border-radius: 8px;
  background: var(--panel);
  font-size: 0.78125rem;
  line-height: 1.65;
  scrollbar-width: thin;
}
.code code {
  font: inherit;
}
.code:focus-visible {
  outline-offset: -2px;
}
.error .code {
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}
.t-text {
  color: var(--code-text);
}
.t-number {
  color: var(--code-number);
}
.t-word {
  color: var(--code-word);
}
.t-note {
  color: var(--soft);
}
.t-name {
  color: var(--code-name);
}
.tabs,
.example,
.try {
  border: 1px solid var(--line);
  border-radius: 10px;
  background: var(--panel);
}
.example,
.try {
  margin-top: 0.75rem;
}
.tab-row {
  display: flex;
  gap: 0.125rem;
  position: relative;
  padding: 0.375rem 4.5rem 0.375rem 0.5rem;
  overflow-x: auto;
  border-bottom: 1px solid var(--line);
  scrollbar-width: none;
}
.field label {
  font-size: 0.8125rem;
}
.tab-row label {
  padding: 0.1875rem 0.625rem;
  border-radius: 6px;
  color: var(--soft);
  font-size: 0.8125rem;
  white-space: nowrap;
  cursor: pointer;
}
.tab-row label:hover {
  color: var(--text);
}
.tab-row input:checked + label {
  background: var(--raised);
  box-shadow: 0 0 0 1px var(--line);
  color: var(--text);
  font-weight: 500;
}
.tab-row input:focus-visible + label {
  outline: 2px solid var(--focus);
}
.panes {
  position: relative;
}
@supports selector(:has(*)) {
  .pane {
    display: none;
  }
  .tabs:has(.tab-row input:nth-of-type(1):checked) .pane:nth-child(1),
  .tabs:has(.tab-row input:nth-of-type(2):checked) .pane:nth-child(2),
  .tabs:has(.tab-row input:nth-of-type(3):checked) .pane:nth-child(3),
  .tabs:has(.tab-row input:nth-of-type(4):checked) .pane:nth-child(4),
  .tabs:has(.tab-row input:nth-of-type(5):checked) .pane:nth-child(5),
  .tabs:has(.tab-row input:nth-of-type(6):checked) .pane:nth-child(6) {
    display: block;
  }
}
.copy {
  position: absolute;
  z-index: 1;
  top: 0.5rem;
  right: 0.5rem;
}
.pane .copy {
  top: -2.125rem;
}
.example > summary,
.try > summary {
  padding: 0.5rem 1rem;
  font-size: 0.8125rem;
  font-weight: 500;
  cursor: pointer;
}
.example .code {
  padding-top: 0.25rem;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}
.caption {
  padding: 0.25rem 1rem 0;
  color: var(--soft);
  font-size: 0.75rem;
}
p.caption {
  margin: 0;
}
.try > summary {
  color: var(--accent);
  font-weight: 600;
}
.try form {
  display: grid;
  gap: 0.75rem;
  padding: 0.25rem 1rem 1rem;
}
.try [data-form] {
  display: grid;
  gap: 0.75rem;
}
.field {
  display: grid;
  gap: 0.25rem;
}
.group {
  display: grid;
  gap: 0.625rem;
  padding: 0 0 0 0.875rem;
  border-left: 2px solid var(--line);
}
.group legend {
  margin: 0 0 0.375rem -0.875rem;
  padding: 0;
  font: 400 0.8125rem / 1.6 var(--mono);
}
textarea {
  resize: vertical;
}
.row {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem 1rem;
}
.check {
  display: flex;
  align-items: center;
  gap: 0.375rem;
  font-size: 0.8125rem;
}
.check input {
  margin: 0;
  accent-color: var(--accent);
}
.send {
  margin-left: auto;
  padding: 0.375rem 1.125rem;
  border-color: transparent;
  background: var(--accent);
  color: var(--page);
  font-size: 0.8125rem;
  font-weight: 600;
}
.send:hover {
  border-color: transparent;
  background: var(--text);
  color: var(--page);
}
.send:disabled {
  opacity: 0.6;
  cursor: progress;
}
[data-reply]:not(:empty) {
  padding: 0 1rem 1rem;
}
.try [data-reply] form {
  padding: 0.75rem 0 0;
  font-size: 0.8125rem;
}
[data-reply] > div {
  position: relative;
  margin-top: 0.625rem;
}
.outcome {
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1.25rem;
  padding-top: 0.75rem;
  border-top: 1px solid var(--line);
  font-size: 0.8125rem;
}
.outcome dt {
  color: var(--soft);
  font-size: 0.6875rem;
}
.outcome dd {
  font-variant-numeric: tabular-nums;
}
.outcome.all {
  display: grid;
  gap: 0.125rem;
  padding: 0.375rem 0 0;
  border: 0;
}
.outcome.all div {
  display: grid;
  grid-template-columns: 11rem minmax(0, 1fr);
  gap: 0.75rem;
}
.outcome.all dt,
.outcome.all dd {
  font: 400 0.75rem / 1.5 var(--mono);
  overflow-wrap: anywhere;
}
.body {
  border: 1px solid var(--line);
  background: var(--raised);
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}
.body.folded {
  border-bottom-style: dashed;
}
.more {
  margin-top: 0.5rem;
}
.j-block,
.j-line {
  display: block;
}
.j-block {
  padding-left: 1.25em;
}
@media (max-width: 80rem) {
  .sticky {
    position: static;
    max-height: none;
  }
}

/* style/page.css */
`
