/** The link of a mail has brought its reader here to stop such mails: one click was enough. */

const form = document.querySelector("form[data-at-once]");
if (form instanceof HTMLFormElement) form.requestSubmit();
