// A real authorization server: oidc-provider, an OpenID provider, as its documentation sets it up.
//
// It prints its issuer in a JSON line and serves until its input ends. A person logs in by its own
// forms, under any name. Programs register themselves; three are registered already: `service` with a
// secret, `keyed` with the key in MCPWIRE_PEER_JWK, and `resource-server`, which may ask about tokens.
//
// The packages are looked up in the folder MCPWIRE_PEER_NODE_MODULES, because they are installed apart
// from this script.

import http from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const folder = process.env.MCPWIRE_PEER_NODE_MODULES;
const lookUp = createRequire(folder ? path.join(path.resolve(folder), "from-here.js") : import.meta.url);
const { Provider } = await import(pathToFileURL(lookUp.resolve("oidc-provider")).href);

const nothing = { redirect_uris: [], response_types: [] };
const itself = { ...nothing, grant_types: ["client_credentials"] };
const key = JSON.parse(process.env.MCPWIRE_PEER_JWK ?? "null");
const clients = [
  { ...itself, client_id: "service", client_secret: "service-secret" },
  { ...nothing, client_id: "resource-server", client_secret: "resource-secret", grant_types: [] },
];
if (key) {
  const method = { token_endpoint_auth_method: "private_key_jwt", token_endpoint_auth_signing_alg: "ES256" };
  clients.push({ ...itself, ...method, client_id: "keyed", jwks: { keys: [key] } });
}

const configuration = {
  clients,
  scopes: ["openid", "offline_access", "mcp:use", "files:write"],
  pkce: { required: () => true },
  findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  features: {
    devInteractions: { enabled: true },
    registration: { enabled: true },
    clientCredentials: { enabled: true },
    introspection: { enabled: true },
    dPoP: { enabled: true, nonceSecret: Buffer.alloc(32, 7), requireNonce: () => true },
    resourceIndicators: {
      enabled: true,
      useGrantedResource: () => true,
      // So short that each is renewed before it is used a second time.
      getResourceServerInfo: (_, resource) => ({
        scope: "mcp:use files:write",
        audience: resource,
        accessTokenTTL: 20,
        accessTokenFormat: resource.endsWith("/opaque") ? "opaque" : "jwt",
      }),
    },
  },
};

const server = http.createServer();
server.listen(0, "127.0.0.1", () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  server.on("request", new Provider(issuer, configuration).callback());
  console.log(JSON.stringify({ issuer }));
});
process.stdin.resume().on("end", () => process.exit(0));
