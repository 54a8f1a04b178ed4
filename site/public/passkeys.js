// A form with data-passkey asks the device for a passkey, and sends what it says as `credential`.

import { said } from "./words.js";

const canDo = Boolean(window.PublicKeyCredential?.parseRequestOptionsFromJSON);
/** An offer in the field for the email, which stops when a button is pressed instead. */
let offer;

async function ask(form, mediation) {
  const options = JSON.parse(form.dataset.options);
  if (form.dataset.passkey === "create")
    return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) });
  offer?.abort();
  offer = new AbortController();
  return navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
    signal: offer.signal,
    ...(mediation && { mediation }),
  });
}

function send(form, credential) {
  form.elements.credential.value = JSON.stringify(credential);
  form.submit();
}

const KNOWN = ["InvalidStateError", "NotAllowedError"];

for (const form of document.querySelectorAll("form[data-passkey]")) {
  const button = form.querySelector("button");
  const fault = form.querySelector(".fault");
  if (!canDo) continue;
  button.hidden = false;
  form.querySelector("[data-without]")?.remove();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    fault.hidden = true;
    try {
      send(form, await ask(form));
    } catch (error) {
      if (error.name === "AbortError") return;
      fault.textContent = said(KNOWN.includes(error.name) ? error.name : "passkeyFailed");
      fault.hidden = false;
    }
  });
  if (form.dataset.passkey !== "get" || !PublicKeyCredential.isConditionalMediationAvailable) continue;
  // Browsers offer a passkey in the field for the email, if the device has one.
  PublicKeyCredential.isConditionalMediationAvailable()
    .then((isThere) => isThere && ask(form, "conditional"))
    .then((credential) => credential && send(form, credential))
    .catch(() => undefined);
}
