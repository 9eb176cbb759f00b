/** A description of what is served, for programs that read such. */
export function openApiYaml(version: string): string {
  return description.replace('VERSION', JSON.stringify(version));
}

const description = `openapi: 3.1.0
info:
  title: vaultd REST
  version: VERSION
  description: The interface of the Local REST API plugin for Obsidian, served by vaultd.
servers:
  - url: http://127.0.0.1:27123
  - url: https://127.0.0.1:27124
security:
  - key: []
components:
  securitySchemes:
    key: { type: http, scheme: bearer }
  parameters:
    path: { name: path, in: path, required: true, schema: { type: string }, description: Path in the vault. }
    ifMatch: { name: If-Match, in: header, schema: { type: string }, description: Only if the file has this ETag. }
    ifNoneMatch: { name: If-None-Match, in: header, schema: { type: string }, description: "Only if the file has not this ETag; * for a new file." }
    destination: { name: Destination, in: header, required: true, schema: { type: string }, description: Percent-encoded path in the vault. }
    overwrite: { name: Allow-Overwrite, in: header, schema: { type: boolean } }
  responses:
    changed: { description: "Done. Vaultd-Step names the step that undo takes." }
    failed:
      description: What went wrong.
      content:
        application/json:
          schema:
            type: object
            required: [message, errorCode]
            properties:
              message: { type: string }
              errorCode: { type: integer, description: Its first three digits are the status. }
paths:
  /:
    get: { summary: Who answers., security: [], responses: { "200": { description: Status. } } }
  /openapi.yaml:
    get: { summary: This description., security: [], responses: { "200": { description: YAML. } } }
  /obsidian-local-rest-api.crt:
    get: { summary: The authority to trust., security: [], responses: { "200": { description: PEM. } } }
  /vault/:
    get: { summary: The names in the vault., responses: { "200": { description: "{ files: [...] }" }, default: { $ref: "#/components/responses/failed" } } }
  /vault/{path}:
    parameters: [{ $ref: "#/components/parameters/path" }]
    get:
      summary: A file, or the names in a folder.
      parameters: [{ $ref: "#/components/parameters/ifNoneMatch" }]
      responses: { "200": { description: The bytes. }, "304": { description: Unchanged. }, default: { $ref: "#/components/responses/failed" } }
    put:
      summary: Write a file.
      parameters: [{ $ref: "#/components/parameters/ifMatch" }, { $ref: "#/components/parameters/ifNoneMatch" }]
      responses: { "204": { $ref: "#/components/responses/changed" }, default: { $ref: "#/components/responses/failed" } }
    post:
      summary: Add text to the end of a file.
      parameters: [{ $ref: "#/components/parameters/ifMatch" }, { $ref: "#/components/parameters/ifNoneMatch" }]
      responses: { "204": { $ref: "#/components/responses/changed" }, default: { $ref: "#/components/responses/failed" } }
    delete:
      summary: Move a file to the trash.
      parameters:
        - { $ref: "#/components/parameters/ifMatch" }
        - { name: permanent, in: query, schema: { type: boolean }, description: Do not keep it in the trash. }
      responses: { "204": { $ref: "#/components/responses/changed" }, default: { $ref: "#/components/responses/failed" } }
    x-move:
      summary: "Method MOVE: move a file, and keep every link right."
      parameters: [{ $ref: "#/components/parameters/destination" }, { $ref: "#/components/parameters/overwrite" }]
      responses: { "204": { $ref: "#/components/responses/changed" }, default: { $ref: "#/components/responses/failed" } }
    x-copy:
      summary: "Method COPY: copy a file."
      parameters: [{ $ref: "#/components/parameters/destination" }, { $ref: "#/components/parameters/overwrite" }]
      responses: { "204": { $ref: "#/components/responses/changed" }, default: { $ref: "#/components/responses/failed" } }
`;
