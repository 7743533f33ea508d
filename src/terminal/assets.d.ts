/** What the bundler makes of files that are not code. */
declare module "*.css";
declare module "@fontsource/*";
declare module "*?raw" {
  const text: string;
  export default text;
}
