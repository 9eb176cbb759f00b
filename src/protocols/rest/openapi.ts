import { parse } from 'yaml';

/** A description of what is served, for programs that read such. */
export function openApiYaml(version: string): string {
  return description.replace('VERSION', JSON.stringify(version));
}

/** The same as a value. */
export function openApiDocument(version: string): unknown {
  return parse(openApiYaml(version));
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
  /openapi.json:
    get: { summary: This description., security: [], responses: { "200": { description: JSON. } } }
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
    patch:
      summary: Change one heading section, block or property.
      parameters:
        - { $ref: "#/components/parameters/ifMatch" }
        - { name: Operation, in: header, schema: { enum: [append, prepend, replace, delete] } }
        - { name: Target-Type, in: header, schema: { enum: [heading, block, frontmatter] } }
        - { name: Target, in: header, schema: { type: string }, description: Percent-encoded. }
      requestBody:
        content:
          text/markdown: { schema: { type: string } }
          application/json: { schema: { description: "An instruction, or with the headers a value or rows of a table." } }
      responses: { "200": { description: The new document. }, default: { $ref: "#/components/responses/failed" } }
    x-move:
      summary: "Method MOVE: move a file, and keep every link right."
      parameters: [{ $ref: "#/components/parameters/destination" }, { $ref: "#/components/parameters/overwrite" }]
      responses: { "204": { $ref: "#/components/responses/changed" }, default: { $ref: "#/components/responses/failed" } }
    x-copy:
      summary: "Method COPY: copy a file."
      parameters: [{ $ref: "#/components/parameters/destination" }, { $ref: "#/components/parameters/overwrite" }]
      responses: { "204": { $ref: "#/components/responses/changed" }, default: { $ref: "#/components/responses/failed" } }
  /vault/{path}/heading/{heading}:
    parameters: [{ $ref: "#/components/parameters/path" }, { name: heading, in: path, required: true, schema: { type: string } }]
    get: { summary: One section., responses: { "200": { description: Markdown. }, default: { $ref: "#/components/responses/failed" } } }
  /vault/{path}/block/{block}:
    parameters: [{ $ref: "#/components/parameters/path" }, { name: block, in: path, required: true, schema: { type: string } }]
    get: { summary: One block., responses: { "200": { description: Markdown. }, default: { $ref: "#/components/responses/failed" } } }
  /vault/{path}/frontmatter/{key}:
    parameters: [{ $ref: "#/components/parameters/path" }, { name: key, in: path, required: true, schema: { type: string } }]
    get: { summary: One property., responses: { "200": { description: Its value as JSON. }, default: { $ref: "#/components/responses/failed" } } }
  /active/:
    get: { summary: The file in front., responses: { "200": { description: The bytes. }, default: { $ref: "#/components/responses/failed" } } }
  /periodic/{period}/:
    parameters: [{ name: period, in: path, required: true, schema: { enum: [daily, weekly, monthly, quarterly, yearly] } }]
    get: { summary: The note of the period., responses: { "200": { description: The bytes. }, default: { $ref: "#/components/responses/failed" } } }
    post: { summary: Add text to the note of the period., responses: { "204": { $ref: "#/components/responses/changed" }, default: { $ref: "#/components/responses/failed" } } }
  /search/simple/:
    post:
      summary: Find notes by words.
      parameters:
        - { name: query, in: query, required: true, schema: { type: string } }
        - { name: contextLength, in: query, schema: { type: integer, default: 100 } }
      responses: { "200": { description: Notes with the places of the words. }, default: { $ref: "#/components/responses/failed" } }
  /search/:
    post:
      summary: Find notes by a rule or a query.
      requestBody:
        content:
          application/vnd.olrapi.jsonlogic+json: { schema: {} }
          application/vnd.olrapi.dataview.dql+txt: { schema: { type: string } }
      responses: { "200": { description: Notes with their results. }, default: { $ref: "#/components/responses/failed" } }
  /tags/:
    get: { summary: Tags with their counts., responses: { "200": { description: "{ tags: [...] }" } } }
  /commands/:
    get: { summary: Commands of an attached app., responses: { "200": { description: "{ commands: [...] }" } } }
  /commands/{id}/:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post: { summary: Run a command., responses: { "204": { description: Done. }, default: { $ref: "#/components/responses/failed" } } }
  /open/{path}:
    parameters: [{ $ref: "#/components/parameters/path" }]
    post: { summary: Bring a note to the front., responses: { "200": { description: "{ opened: boolean }" }, default: { $ref: "#/components/responses/failed" } } }
`;
