import { ConfigError, parseUrl } from "./setting-values.ts";

/** Where an object store that speaks S3 is, and how we sign in there. */
export type ObjectStoreSettings = {
  bucket: string;
  /** What the names of our objects begin with: empty, or with a slash at its end. */
  prefix: string;
  region: string;
  /** Null: that of Amazon S3 for the region. */
  endpoint: string | null;
  /** The bucket stands in the path of addresses, not before the name of the host. */
  pathStyle: boolean;
  /** Null: those that the machine has, such as the role of an instance. */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null;
};

/** The value of a setting; null where it is not set. */
type Read = (name: string) => string | null;

const LOOKS =
  "FILES_URL must look like s3://KEY:SECRET@BUCKET?region=eu-central-1&endpoint=https://s3.example.com, with a / of the secret written as %2F.";

/** Null: attachments are in the folder `files` of DATA_DIR. No sentence repeats the value, which holds a password. */
export function readFilesUrl(read: Read): ObjectStoreSettings | null {
  const value = read("FILES_URL");
  if (value === null) return null;
  const url = parseUrl(value);
  if (!url || url.protocol !== "s3:" || url.port !== "" || url.hash !== "") throw new ConfigError(LOOKS);
  if (!/^[\w.-]{3,255}$/.test(url.hostname)) throw new ConfigError(LOOKS);
  const options = readOptions(url.searchParams);
  const endpoint = readEndpoint(options.endpoint);
  if (endpoint === null && options.region === undefined)
    throw new ConfigError(
      "FILES_URL needs ?region=... for Amazon S3, or ?endpoint=https://... for another store.",
    );
  return {
    bucket: url.hostname,
    prefix: readPrefix(url.pathname),
    region: options.region ?? "us-east-1",
    endpoint,
    // Others than Amazon rarely have a name for each bucket.
    pathStyle: options.path_style === undefined ? endpoint !== null : options.path_style === "on",
    credentials: readCredentials(url, read),
  };
}

/** Where new files go while there are two places: where FILES_URL is set, to the store. */
export function readFilesIn(read: Read, store: ObjectStoreSettings | null): "folder" | "store" {
  const value = read("FILES_IN");
  if (value === null) return store ? "store" : "folder";
  if (value !== "folder" && value !== "store")
    throw new ConfigError(`FILES_IN is "${value}", but it may only be folder or store.`);
  if (!store) throw new ConfigError("FILES_IN chooses between the folder and FILES_URL: set that as well.");
  return value;
}

type Options = { region?: string; endpoint?: string; path_style?: string };

function readOptions(given: URLSearchParams): Options {
  const options: Options = Object.fromEntries(given);
  const known = ["region", "endpoint", "path_style"];
  if ([...given.keys()].some((name) => !known.includes(name)))
    throw new ConfigError("FILES_URL may only have the options region, endpoint and path_style.");
  if (options.region !== undefined && !/^[\w-]{1,64}$/.test(options.region))
    throw new ConfigError("The region of FILES_URL must be a name such as eu-central-1.");
  if (options.path_style !== undefined && !["on", "off"].includes(options.path_style))
    throw new ConfigError("The path_style of FILES_URL may only be on or off.");
  return options;
}

function readEndpoint(value: string | undefined): string | null {
  if (value === undefined) return null;
  const url = parseUrl(value);
  const isAddress =
    url !== null &&
    ["http:", "https:"].includes(url.protocol) &&
    url.pathname === "/" &&
    `${url.username}${url.password}${url.search}${url.hash}` === "";
  if (!isAddress)
    throw new ConfigError(
      "The endpoint of FILES_URL must look like https://s3.example.com, without a path or a password.",
    );
  return url.origin;
}

function readPrefix(pathname: string): string {
  const prefix = pathname.replace(/^\/|\/$/g, "");
  if (prefix === "") return "";
  if (!/^[\w.-]+(\/[\w.-]+)*$/.test(prefix))
    throw new ConfigError(
      "The path of FILES_URL, with which names of objects begin, may only have letters, digits and . - _ /.",
    );
  return `${prefix}/`;
}

function readCredentials(url: URL, read: Read): ObjectStoreSettings["credentials"] {
  const isInUrl = url.username !== "" || url.password !== "";
  const [accessKeyId, secretAccessKey] = isInUrl
    ? [decode(url.username), decode(url.password)]
    : [read("AWS_ACCESS_KEY_ID") ?? "", read("AWS_SECRET_ACCESS_KEY") ?? ""];
  if (accessKeyId === "" && secretAccessKey === "") return null;
  if (accessKeyId === "" || secretAccessKey === "")
    throw new ConfigError(
      "The access key of FILES_URL has two halves: write both as s3://KEY:SECRET@BUCKET, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
    );
  const sessionToken = isInUrl ? null : read("AWS_SESSION_TOKEN");
  return { accessKeyId, secretAccessKey, ...(sessionToken !== null && { sessionToken }) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ConfigError(LOOKS);
  }
}
