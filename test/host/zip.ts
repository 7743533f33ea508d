import { crc32, deflateRawSync } from "node:zlib";

/**
 * A zip archive of these members, as a program writes it that streams: sizes stand behind each, and in the
 * directory.
 */
export function zipOf(
  members: Readonly<Record<string, string>>,
  method: "deflated" | "stored" = "deflated",
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(members)) {
    const plain = Buffer.from(text);
    const packed = method === "deflated" ? deflateRawSync(plain) : plain;
    const code = method === "deflated" ? 8 : 0;
    const nameBytes = Buffer.from(name);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(0x08, 6); // a data descriptor follows
    header.writeUInt16LE(code, 8);
    header.writeUInt16LE(nameBytes.length, 26);
    const descriptor = Buffer.alloc(16);
    descriptor.writeUInt32LE(0x08074b50, 0);
    descriptor.writeUInt32LE(crc32(plain), 4);
    descriptor.writeUInt32LE(packed.length, 8);
    descriptor.writeUInt32LE(plain.length, 12);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(0x08, 8);
    entry.writeUInt16LE(code, 10);
    entry.writeUInt32LE(crc32(plain), 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(plain.length, 24);
    entry.writeUInt16LE(nameBytes.length, 28);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, nameBytes);
    parts.push(header, nameBytes, packed, descriptor);
    offset += 30 + nameBytes.length + packed.length + 16;
  }
  const bytes = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(members).length, 8);
  end.writeUInt16LE(Object.keys(members).length, 10);
  end.writeUInt32LE(bytes.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, bytes, end]);
}
