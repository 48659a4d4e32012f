// Links to the playground whose fragment contains the texts: "#1.", and base64url of deflated JSON. Browsers do not
// send the fragment to the server.
export const TEXTS = ["crd", "object", "suite", "before", "expression", "field", "tab", "release"];
const MAX_LINK = 512 << 10;  // maximum size of a fragment in characters
const MAX_BYTES = 4 << 20;  // maximum size of the JSON
const MAX_TEXT = 1 << 20;  // maximum size of one text in characters

async function through(stream, bytes, most) {
  const parts = [];
  let size = 0;
  for (const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();;) {
    const {value, done} = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error("the link has too much text");
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function toText(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

// Returns the fragment of a link with these texts. Throws an error if they are too long.
export async function pack(texts) {
  const bytes = new TextEncoder().encode(JSON.stringify(texts));
  const fragment = "#1." + toText(await through(new CompressionStream("deflate-raw"), bytes, Infinity));
  if (fragment.length > MAX_LINK || bytes.length > MAX_BYTES) throw new Error("the texts are too long for a link");
  return fragment;
}

// Returns the texts in the fragment of a link; null if pack() did not write the fragment. Throws an error for a
// fragment that is damaged or too long.
export async function unpack(fragment) {
  if (!fragment.startsWith("#1.")) return null;
  if (fragment.length > MAX_LINK) throw new Error("the link is too long");
  let read;
  try {
    const bytes = Uint8Array.from(atob(fragment.slice(3).replace(/-/g, "+").replace(/_/g, "/")), c => c.charCodeAt(0));
    const unpacked = await through(new DecompressionStream("deflate-raw"), bytes, MAX_BYTES);
    read = JSON.parse(new TextDecoder().decode(unpacked));
  } catch (error) {
    throw new Error(/too much/.test(error.message) ? error.message : "the link is incomplete or damaged");
  }
  const texts = {};
  for (const name of TEXTS) {
    const text = Object.hasOwn(Object(read), name) ? read[name] : undefined;
    if (typeof text === "string" && text.length <= MAX_TEXT) texts[name] = text;
  }
  return texts;
}
