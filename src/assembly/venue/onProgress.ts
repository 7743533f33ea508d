/** Told what is being done, and how far that is: 0 to 1. */
export type OnProgress = (step: string, share: number) => void;
