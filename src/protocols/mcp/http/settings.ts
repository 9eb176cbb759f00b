/** Who may come in over HTTP. */
export type AuthSettings =
  | { readonly mode: 'none' }
  | {
      readonly mode: 'token';
      readonly tokens: readonly StaticToken[];
      /** Where the owner finds the token, when it is not in the configuration. */
      readonly file?: string;
    }
  | {
      readonly mode: 'jwt';
      readonly secret: string;
      readonly issuer: string | undefined;
      readonly audience: string | undefined;
    }
  | {
      readonly mode: 'oauth';
      readonly issuer: string;
      readonly audience: string;
      readonly jwksUri: string | undefined;
    };

/** A bearer token of the configuration. */
export interface StaticToken {
  readonly name: string;
  readonly token: string;
  readonly scopes: readonly string[];
}

export interface HttpSettings {
  readonly host: string;
  readonly port: number;
  /** The port was asked for, so no other will do. */
  readonly isPortFixed: boolean;
  /** Where the protocol is served, such as `/mcp`. */
  readonly path: string;
  /** 0 means no limit. */
  readonly bodyBytesMax: number;
  /** Origins that are accepted in addition to loopback ones. */
  readonly origins: readonly string[];
  /** As clients reach us from outside. */
  readonly publicUrl: string | undefined;
  readonly isStateless: boolean;
  readonly auth: AuthSettings;
  /** Authenticate only. */
  readonly ignoresScopes: boolean;
}
