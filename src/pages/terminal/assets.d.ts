/** What the bundler makes of files that are not code. */
declare module "*.css";
declare module "*.woff2" {
  const address: string;
  export default address;
}
declare module "*?url" {
  const address: string;
  export default address;
}
declare module "*?raw" {
  const text: string;
  export default text;
}
