// Why a browser lets no Python run here, where it tells: the policy that the site's server sends.

/** What a directive has to allow, by what was refused. @type {Record<string, string>} */
const WANTED = {
  "worker-src blob": "worker-src blob:",
  "worker-src": "worker-src 'self' blob:",
  "connect-src": "connect-src 'self'",
  "script-src wasm-eval": "script-src 'wasm-unsafe-eval'",
  "script-src-elem": "script-src 'self'",
};

/**
 * Tell in a sentence what a policy refused of that which Python needs; the function that comes back ends it.
 * @param {EventTarget} scope the document, or a worker's own @param {(sentence: string) => void} tell
 */
export function hearPolicy(scope, tell) {
  const heard = (/** @type {any} */ { effectiveDirective: directive, blockedURI, disposition }) => {
    const wanted = WANTED[`${directive} ${blockedURI}`] ?? (isAddress(blockedURI) ? WANTED[directive] : undefined);
    if (wanted && disposition === "enforce") tell(`the policy that this site’s server sends does not allow ${wanted}`);
  };
  scope.addEventListener("securitypolicyviolation", heard);
  return () => scope.removeEventListener("securitypolicyviolation", heard);
}

// Of other sites' files nothing is needed here.
const isAddress = (/** @type {string} */ blocked) => blocked.startsWith(location.origin) || blocked.startsWith("blob");
