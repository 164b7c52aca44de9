export function isBuilt(): boolean;
export function prepareBuild(): Promise<void>;
