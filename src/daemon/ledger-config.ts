import * as z from 'zod';

/** Where the ledger of a shared vault is, and how this machine takes part. `vaultd ledger` writes it. */
export const ledgerShape = z
  .strictObject({
    id: z.string(),
    url: z.string().optional(),
    service: z.string().optional(),
    machine: z.string().optional(),
    local: z.array(z.string()).optional(),
  })
  .refine(({ url, service }) => url === undefined || service === undefined, {
    message: 'has a url or a service, not both',
  });

export type LedgerConfig = z.output<typeof ledgerShape>;
