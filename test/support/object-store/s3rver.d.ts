/** The part of @20minutes/s3rver, which comes without types, that the tests use. */
declare module "@20minutes/s3rver" {
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      directory: string;
      silent: boolean;
      vhostBuckets: boolean;
      allowMismatchedSignatures: boolean;
      configureBuckets: { name: string }[];
    });
    httpServer: import("node:http").Server;
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
