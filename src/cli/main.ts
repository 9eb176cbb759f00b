declare const VAULTD_VERSION: string;

process.stdout.write(`vaultd ${VAULTD_VERSION}\n`);
