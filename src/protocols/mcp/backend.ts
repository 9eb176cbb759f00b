/** One request, however it came in. */
export interface McpRequest {
  /** As JSON. */
  readonly id: string;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The revision of the protocol that it is made in. */
  readonly revision: string;
  /** What the client says that it can do. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** What the token allows; undefined where there are no tokens. */
  readonly scopes?: readonly string[] | undefined;
  readonly signal: AbortSignal;
  /** Sends a notification about this request. */
  notify(method: string, params: Record<string, unknown>): void;
}

/** The client, for what is sent to it unasked. */
export interface McpClient {
  notify(method: string, params?: Record<string, unknown>): void;
  /** It has agreed on a revision by `initialize`. */
  readonly hasHandshake: boolean;
}

/** What a tool did, in the shape that the protocol has for it. */
export interface ToolResult {
  readonly content: readonly (
    | { readonly type: 'text'; readonly text: string }
    | {
        readonly type: 'resource';
        readonly resource: {
          readonly uri: string;
          readonly mimeType: string;
          readonly blob: string;
        };
      }
  )[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
}

/** A person has to say something first: the request comes again with the answers. */
export interface InputRequired {
  readonly resultType: 'input_required';
  readonly requestState: string;
  readonly inputRequests: Readonly<
    Record<string, { readonly method: string; readonly params: object }>
  >;
}

export function isInputRequired(result: object): result is InputRequired {
  return 'resultType' in result && result.resultType === 'input_required';
}

/** Requests of the modern revision that listen for changes, by their ids as JSON. */
export interface Listeners {
  /** Begins to listen, when the files are known. Throws `McpError` when too much is wanted. */
  listen(id: string, wanted: unknown): Promise<void>;
  cancel(id: string): void;
  /** The ids of the requests that listened until now. */
  end(): string[];
}

/** What answers one client. It takes a while to load, and `initialize` does not wait for it. */
export interface Backend {
  readonly instructions: string | undefined;
  /** Undefined where there is nothing to follow. */
  readonly listeners: Listeners | undefined;
  /** The client has given its name. */
  identify(client: string): void;
  /** Throws `McpError` when the request fails as a whole. */
  answer(request: McpRequest): Promise<object>;
  close(): Promise<void>;
}
