// The REST reference, drawn by Swagger UI. Fixes what keyboards or screen readers could not use.

import { said } from "./words.js";

const key = document.getElementById("reference-key");

const site = ({ React: { createElement } }) => ({
  components: {
    Site: ({ getComponent, specSelectors }) => {
      if (specSelectors.loadingStatus() === "failed")
        return createElement("p", { className: "notice bad" }, said("notLoaded"));
      if (!specSelectors.specStr()) return createElement("p", { role: "status" }, said("loading"));
      return createElement(
        "div",
        { className: "swagger-ui" },
        createElement(getComponent("SvgAssets")),
        createElement(getComponent("operations", true)),
      );
    },
    // It lies within a button, which opens the operation and sets the address of the page as well.
    DeepLink: ({ text }) => createElement("span", null, text),
    // Scrolled with the keyboard, it must take the focus.
    PlainTextViewer: ({ className = "", children }) =>
      createElement("pre", { className: `microlight ${className}`, tabIndex: 0 }, children),
    authorizeOperationBtn: () => null,
    CopyToClipboardBtn: () => null,
  },
  wrapComponents: {
    // A field that cannot be filled in yet says nothing that the text beside it does not say.
    JsonSchemaForm: (Original) => (props) =>
      props.disabled
        ? null
        : createElement(
            "label",
            null,
            createElement("span", { className: "unseen" }, props.description),
            createElement(Original, props),
          ),
    TextArea: (Original) => (props) => createElement(Original, { "aria-label": said("body"), ...props }),
  },
});

const viewer = SwaggerUIBundle({
  url: "/api/v1/openapi.json",
  dom_id: "#reference",
  plugins: [site],
  layout: "Site",
  deepLinking: true,
  displayOperationId: true,
  showCommonExtensions: true,
  syntaxHighlight: { activated: false },
  validatorUrl: null,
  onComplete() {
    key.hidden = false;
    key.querySelector("input").addEventListener("input", ({ target }) => {
      if (target.value.trim()) viewer.preauthorizeApiKey("apiKey", target.value.trim());
      else viewer.authActions.logout(["apiKey"]);
    });
  },
});
