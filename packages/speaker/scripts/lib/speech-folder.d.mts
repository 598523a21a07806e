export declare const speechFolder: string;
export declare const hasSpeech: boolean;
