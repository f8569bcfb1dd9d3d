import { endpoint } from "./endpoint.ts";

export const reference = {
  openapi: endpoint({
    method: "GET",
    path: "/openapi.json",
    policy: "public",
    summary: "Read this API's description (OpenAPI 3.1)",
    reply: "application/json",
    example: {},
  }),
  docs: endpoint({
    method: "GET",
    path: "/docs",
    policy: "public",
    summary: "Read this API's description as a page",
    reply: "text/html",
    example: {},
  }),
} as const;
