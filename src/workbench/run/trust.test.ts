import { rootCertificates } from "node:tls";
import { expect, test } from "vitest";
import { keyStoreOf } from "./trust.ts";

/** An authority of some run. */
const AUTHORITY = `-----BEGIN CERTIFICATE-----
MIIB1jCCAXugAwIBAgIQSyHfCM+uCR3ULXdmQL+QyzAKBggqhkjOPQQDAjA6MTgw
NgYDVQQDDC9vdXRjcnkgcnVuOiB0cnVzdGVkIGJ5IG9uZSBwcm9ncmFtLCBmb3Ig
b25lIHJ1bjAeFw0yNjExMjIwMDAwMDBaFw0yNzAyMjEwMDAwMDBaMDoxODA2BgNV
BAMML291dGNyeSBydW46IHRydXN0ZWQgYnkgb25lIHByb2dyYW0sIGZvciBvbmUg
cnVuMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEnslW0aDdZLG1FQY1owzGpmrh
6dVXtwBEzgG6TT9MXKdtoFrTW3uho4Ngo1T3TQikulPZAMfik0J8ErRIBCmfoKNj
MGEwDwYDVR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAgQwHQYDVR0OBBYEFD9Q
AzZX2sAKcf6L/HXSKyiEf4UKMB8GA1UdIwQYMBaAFD9QAzZX2sAKcf6L/HXSKyiE
f4UKMAoGCCqGSM49BAMCA0kAMEYCIQCicNwZo8BKvxsOU48i7yPqE5K79S6809YJ
Mk+Meall+AIhALul0ItOzqMwWRnPWTM1NFE/k42Af3pT8/h9Aj6f+Mb7
-----END CERTIFICATE-----
`;

/**
 * What Java's own program makes of it:
 * `keytool -J-Dkeystore.pkcs12.certProtectionAlgorithm=NONE -J-Dkeystore.pkcs12.macAlgorithm=NONE -importcert -noprompt -alias authority-1 -storetype PKCS12`,
 * of OpenJDK 17.
 */
const MADE_BY_KEYTOOL = `MIICgQIBAzCCAnoGCSqGSIb3DQEHAaCCAmsEggJnMIICYzCCAl8GCSqGSIb3DQEHAaCCAlAEggJMMIICSDCCAkQGCyqGSIb3DQEM
CgEDoIIB8jCCAe4GCiqGSIb3DQEJFgGgggHeBIIB2jCCAdYwggF7oAMCAQICEEsh3wjPrgkd1C13ZkC/kMswCgYIKoZIzj0EAwIw
OjE4MDYGA1UEAwwvb3V0Y3J5IHJ1bjogdHJ1c3RlZCBieSBvbmUgcHJvZ3JhbSwgZm9yIG9uZSBydW4wHhcNMjYxMTIyMDAwMDAw
WhcNMjcwMjIxMDAwMDAwWjA6MTgwNgYDVQQDDC9vdXRjcnkgcnVuOiB0cnVzdGVkIGJ5IG9uZSBwcm9ncmFtLCBmb3Igb25lIHJ1
bjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABJ7JVtGg3WSxtRUGNaMMxqZq4enVV7cARM4Buk0/TFynbaBa01t7oaODYKNU900I
pLpT2QDH4pNCfBK0SAQpn6CjYzBhMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgIEMB0GA1UdDgQWBBQ/UAM2V9rACnH+
i/x10isohH+FCjAfBgNVHSMEGDAWgBQ/UAM2V9rACnH+i/x10isohH+FCjAKBggqhkjOPQQDAgNJADBGAiEAonDcGaPASr8bDlOP
Iu8j6hOSu/UuvNPWCTJPjHmpZfgCIQC7pdCLTs6jMFkZz1kzNTRRP5ONgH96U/P4fQI+n/jG+zE/MCUGCSqGSIb3DQEJFDEYHhYA
YQB1AHQAaABvAHIAaQB0AHkALQAxMBYGDGCGSAGG+WatynsBATEGBgRVHSUA`;

test("a key store is byte for byte what keytool makes", () => {
  expect(keyStoreOf([AUTHORITY]).toString("base64")).toBe(MADE_BY_KEYTOOL.replaceAll("\n", ""));
});

test("lengths of three bytes: all the authorities that Node.js knows are in one", () => {
  const store = keyStoreOf(rootCertificates);
  expect(store.subarray(0, 2)).toEqual(Buffer.from([0x30, 0x83]));
  expect(store.readUIntBE(2, 3)).toBe(store.length - 5);
  expect(store.includes(Buffer.from(`authority-${rootCertificates.length}`, "utf16le").swap16())).toBe(true);
});
