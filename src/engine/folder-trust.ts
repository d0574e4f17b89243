// Whether a folder without settings of its own is trusted: then programs of it may be run without being asked for one by one.

/** Never rejects: what cannot be read trusts nothing. */
export async function isTrustedBare(trustFile: string, cwd: string): Promise<boolean> {
  try {
    const { openTrustStore } = await import('../policy/trust-store.js');
    const kept = (await openTrustStore(trustFile).read()).folders.get(cwd);
    return kept?.answer === 'trusted' && Object.keys(kept.files).length === 0;
  } catch {
    return false; // what is wrong with the file is said where answers are given
  }
}
