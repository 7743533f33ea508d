package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
)

func main() {
	answer, err := http.Get("https://api-contract.example.com/capi/v2/market/time")
	if err != nil {
		log.Fatal(err)
	}
	var told struct{ Timestamp int64 }
	if err := json.NewDecoder(answer.Body).Decode(&told); err != nil {
		log.Fatal(err)
	}
	fmt.Println("time", told.Timestamp > 0)
	if _, err := http.Get("https://telemetry.example.net/"); err != nil {
		fmt.Println("elsewhere refused")
	}
}
