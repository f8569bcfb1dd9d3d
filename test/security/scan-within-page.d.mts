export function isCalm(): boolean;
export function goWithin(path: string): void;
export function hasArrived(): boolean;
export function countShown(): number;
export function beCareless(): Promise<void>;
export function touchAndScan(): string[];
export function showCarelessly(documents: readonly string[]): Promise<void>;
export function embedAsEverything(addresses: readonly string[]): Promise<void>;
